import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ConfigurationError } from '../../../src/client/errors/index.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';
import { openSession, readReport } from '../sessions.ts';
import { watchStderr } from '../stderr.ts';
import { seedFile } from '../seed/open-seed.ts';
import { post, writeToEveryTable } from '../write-to-every-table.ts';
import { newFile, openOn } from './files.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

test('every change survives a restart, and can be continued', async () => {
  const data = newFile();
  const first = openOn(data, { now });
  const untouched = first.state();
  await writeToEveryTable(first);
  const before = first.state();
  // No operation changes an offer or a coupon, and a file has no faults.
  const { offers, coupons, faults, ...changed } = before;
  expect(faults).toEqual([]);
  expect([offers.length, coupons.length]).toEqual([20, 0]);
  for (const [name, value] of Object.entries(changed)) {
    expect(value, name).not.toEqual(untouched[name as keyof typeof untouched]);
  }
  expect(before.clock).toBe('2026-11-20T10:01:30.000Z');
  const november = { startDate: '2026-11-20T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };
  const report = await readReport(first, november);
  expect(report.totalCount).toBe(2);
  await first.close();

  const second = openOn(data, { now });
  expect(second.state()).toEqual(before);
  expect(await readReport(second, november)).toEqual(report);
  const { purchaseId } = report.results[0] ?? {};
  expect(second.purchases.reinstate(purchaseId ?? '').transactionDetails.amountUsd).toBe(999);
  const opened = await openSession(second);
  expect(before.sessions.map((session) => session.purchaseId)).not.toContain(opened.purchaseId);
});

test('reset restores the initial state of every table, also after a restart', async () => {
  const data = newFile();
  const sandbox = openOn(data, { now });
  const untouched = sandbox.state();
  await writeToEveryTable(sandbox);
  sandbox.reset();
  expect(sandbox.state()).toEqual(untouched);
  await post(sandbox, '/v1/price-points', { priceInUsdCents: 1 });
  const after = sandbox.state();
  await sandbox.close();
  expect(openOn(data, { now }).state()).toEqual(after);
});

function rejection(data: string, options: SandboxOptions = {}): string {
  try {
    openOn(data, options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'opened';
}

test('a file of another ledger is rejected with the ledger that it has, and stays unlocked', async () => {
  const data = newFile();
  const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
  await openOn(data, { seed: 7, period }).close();
  const bytes = readFileSync(data);
  const ledger = `{"seed":7,"transactions":20,"period":{"start":"2026-03-01T00:00:00.000Z","end":"2026-04-01T00:00:00.000Z"}}`;
  for (const options of [
    { seed: 1, period },
    { transactions: 21 },
    { period: { ...period, end: '2026-05-01T00:00:00Z' } },
  ]) {
    expect(rejection(data, options)).toBe(
      `data: belongs to a sandbox with the ledger ${ledger}: leave out seed, transactions and period, or choose another file`,
    );
  }
  expect(readFileSync(data)).toEqual(bytes);
  expect(rejection(data, { seed: 7, period })).toBe('opened');
});

test('without options of the ledger, a file keeps its own in another month', async () => {
  const data = newFile();
  const all = { startDate: '2025-10-01T00:00:00Z', endDate: '2027-11-01T00:00:00Z', limit: '50' };
  const first = openOn(data, { now, seed: 7 });
  const report = await readReport(first, all);
  expect(report.totalCount).toBe(20);
  await first.close();
  const later = openOn(data, { now: () => new Date('2027-02-03T00:00:00Z'), transactions: undefined });
  expect(later.ledger).toEqual(first.ledger);
  expect(await readReport(later, all)).toEqual(report);
});

test('a file keeps the rows of the month in which it was created', async () => {
  const data = newFile();
  const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2027-11-01T00:00:00Z', limit: '1000' };
  const first = openOn(data, { now, transactions: undefined });
  const report = await readReport(first, november);
  expect(report.totalCount).toBeGreaterThan(600);
  await first.close();
  const later = openOn(data, { now: () => new Date('2027-02-03T00:00:00Z'), transactions: undefined });
  expect(later.ledger).toEqual(first.ledger);
  expect(await readReport(later, november)).toEqual(report);
});

test.each([
  ['plain text', 'My notes\nand more\n'],
  ['other JSON', '{"name":"package"}\n'],
  ['half a snapshot', '{"sandbox":2,"ledger":{"seed":1,"transactions":20,"period":'],
])('a file of %s is rejected and left unchanged', (_what, content) => {
  const data = newFile();
  writeFileSync(data, content);
  expect(rejection(data)).toMatch(`data: ${data} is damaged or no data file of a sandbox, `);
  expect(readFileSync(data, 'utf8')).toBe(content);
});

test.each(['initial', 'state'])(
  'a file whose %s was edited by hand is rejected with the path of the value',
  async (part) => {
    const data = newFile();
    const sandbox = openOn(data, { now, seedFile: seedFile({ pricePoints: [{ priceInUsdCents: 1 }] }) });
    await post(sandbox, '/v1/price-points', { priceInUsdCents: 2 });
    await sandbox.close();
    const wanted = part === 'initial' ? 1 : 2;
    const content = readFileSync(data, 'utf8');
    writeFileSync(data, content.replace(`"priceInUsdCents":${wanted},`, `"priceInUsdCents":"${wanted}",`));
    expect(rejection(data, { now })).toContain(
      `${part}.pricePoints[${wanted - 1}].priceInUsdCents: must be an integer`,
    );
  },
);

test('what a kill left beside the file is ignored, and replaced by the next change', async () => {
  const data = newFile();
  await openOn(data).close();
  writeFileSync(`${data}.new`, '{"sandbox":2,');
  const sandbox = openOn(data);
  sandbox.advance(1);
  await sandbox.close();
  expect(existsSync(`${data}.new`)).toBe(false);
  expect(rejection(data)).toBe('opened');
});

test('a file in a folder that does not exist is rejected', () => {
  const missing = `${newFile()}/x/y`;
  expect(rejection(missing)).toBe(
    `data: ${missing} cannot be opened and locked (its folder must be writable): ENOENT`,
  );
});

test('a closed sandbox may be closed again, and rejects changes', async () => {
  const data = newFile();
  const sandbox = openOn(data);
  await Promise.all([sandbox.close(), sandbox.close()]);
  const stderr = watchStderr();
  const response = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 2 } });
  expect(response).toEqual({ status: 500, body: { message: 'Internal Server Error' } });
  expect(stderr).toHaveBeenCalledWith(expect.any(String), new Error('the sandbox is closed'));
  expect(() => sandbox.advance(1)).toThrow('closed');
  expect(() => sandbox.reset()).toThrow('closed');
});
