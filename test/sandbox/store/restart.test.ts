import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ConfigurationError } from '../../../src/errors/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';
import { openSession, pay, readReport } from '../sessions.ts';
import { watchStderr } from '../stderr.ts';
import { newFile, openOn } from './files.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

async function post(sandbox: Sandbox, path: string, body?: unknown): Promise<void> {
  expect((await send(sandbox, 'POST', path, { body })).status).toBe(200);
}

/** Writes to every table. */
async function useAll(sandbox: Sandbox): Promise<void> {
  await post(sandbox, '/v1/price-points', { priceInUsdCents: 499 });
  await post(sandbox, '/v1/price-points', {
    priceInUsdCents: 999,
    priceOverrides: [{ countryCode2: 'DE', price: 8.99 }],
  });
  await send(sandbox, 'DELETE', '/v1/price-points/499');
  await post(sandbox, '/coupons/coupon/launch/promo-codes', {
    promoCodes: [{ name: 'GEMS', maxRedemptions: 3, active: true }],
  });
  await post(sandbox, '/v1/translations', {
    dynamicTranslations: [
      { type: 'product', externalId: 'gems', field: 'name', locale: 'fr', value: 'Gemmes' },
    ],
    staticTranslations: [{ key: 'store.title', locale: 'ja', value: 'ストア\u2028' }],
  });
  const translation = '/v1/portal-content/content-2/translations/fr';
  expect((await send(sandbox, 'PUT', translation, { body: { title: 'Le pass' } })).status).toBe(200);
  await post(sandbox, '/store/v1/personalization/refresh-active-players');
  sandbox.advance(90_000);
  await openSession(sandbox, { sessionMetadata: { level: 12, nested: { list: [1, null] } } });
  const { purchaseId } = await pay(sandbox);
  sandbox.purchases.dispute(purchaseId);
}

test('every change survives a restart, and can be continued', async () => {
  const data = newFile();
  const first = openOn(data, { now });
  const untouched = first.state();
  await useAll(first);
  const before = first.state();
  // No operation changes an offer.
  const { offers, ...changed } = before;
  expect(offers).toHaveLength(20);
  for (const [name, value] of Object.entries(changed)) {
    expect(value, name).not.toEqual(untouched[name as keyof typeof untouched]);
  }
  expect(before.clock).toBe('2026-11-20T10:01:30.000Z');
  const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };
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

test('a sandbox with a file has the same state as one without', async () => {
  const [kept, forgotten] = [openOn(newFile(), { now }), createSandbox({ transactions: 20, now })];
  await useAll(kept);
  await useAll(forgotten);
  expect(kept.state()).toEqual(forgotten.state());
});

test('a partial line is discarded, wherever a crash interrupted the write', async () => {
  const data = newFile();
  const sandbox = openOn(data);
  await post(sandbox, '/v1/price-points', { priceInUsdCents: 499 });
  const before = sandbox.state().pricePoints;
  const whole = statSync(data).size;
  await post(sandbox, '/v1/price-points', { priceInUsdCents: 999 });
  await sandbox.close();
  const bytes = readFileSync(data);
  const lengths = Array.from({ length: bytes.byteLength - whole }, (_, index) => whole + index);
  // Every fifth, and the last one: all but the line break.
  for (const length of lengths.filter((one) => (bytes.byteLength - 1 - one) % 5 === 0)) {
    writeFileSync(data, bytes.subarray(0, length));
    const again = openOn(data);
    expect(again.state().pricePoints).toEqual(before);
    await again.close();
    expect(statSync(data).size).toBe(whole);
  }
});

test('a file with a partial first line is a new file', async () => {
  const data = newFile();
  await openOn(data).close();
  const bytes = readFileSync(data);
  for (const length of [0, 1, 7, 20, bytes.byteLength - 1]) {
    writeFileSync(data, bytes.subarray(0, length));
    await openOn(data).close();
    expect(readFileSync(data)).toEqual(bytes);
  }
});

test('a rejected request does not change the file', async () => {
  const data = newFile();
  const sandbox = openOn(data);
  const size = statSync(data).size;
  const body = {
    promoCodes: [
      { name: 'ONE', maxRedemptions: 1, active: true },
      { name: 'ONE', maxRedemptions: 1, active: true },
    ],
  };
  expect((await send(sandbox, 'POST', '/coupons/coupon/a/promo-codes', { body })).status).toBe(409);
  expect(statSync(data).size).toBe(size);
});

test('reset restores the initial state of every table, also after a restart', async () => {
  const data = newFile();
  const sandbox = openOn(data, { now });
  const untouched = sandbox.state();
  await useAll(sandbox);
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

test('a file of another ledger is rejected with the option that differs, and stays unlocked', async () => {
  const data = newFile();
  const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
  await openOn(data, { seed: 7, period }).close();
  const bytes = readFileSync(data);
  expect(rejection(data, { seed: 1, period })).toBe(
    'data: belongs to a sandbox whose seed is 7, not 1: leave out seed, or choose another file',
  );
  expect(rejection(data, { transactions: 21 })).toBe(
    'data: belongs to a sandbox whose transactions is 20, not 21: leave out transactions, or choose another file',
  );
  const march = '2026-03-01T00:00:00.000Z/2026-04-01T00:00:00.000Z';
  const longer = '2026-03-01T00:00:00.000Z/2026-05-01T00:00:00.000Z';
  expect(rejection(data, { period: { ...period, end: '2026-05-01T00:00:00Z' } })).toBe(
    `data: belongs to a sandbox whose period is ${march}, not ${longer}: leave out period, or choose another file`,
  );
  expect(readFileSync(data)).toEqual(bytes);
  expect(rejection(data, { seed: 7, period })).toBe('opened');
});

test('without options of the ledger, a file keeps its own in another month', async () => {
  const data = newFile();
  const all = { startDate: '2025-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z', limit: '50' };
  const first = openOn(data, { now, seed: 7 });
  const report = await readReport(first, all);
  expect(report.totalCount).toBe(20);
  await first.close();
  const later = openOn(data, { now: () => new Date('2027-02-03T00:00:00Z'), transactions: undefined });
  expect(later.ledger).toEqual(first.ledger);
  expect(await readReport(later, all)).toEqual(report);
});

test('a file of a version whose default was a month of 1000 transactions keeps them', async () => {
  const data = newFile();
  const [start, end] = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)];
  writeFileSync(data, `{"sandbox":1,"seed":1,"size":1000,"start":${start},"end":${end}}\n`);
  const sandbox = openOn(data, { transactions: undefined });
  expect(sandbox.ledger).toEqual({
    seed: 1,
    transactions: 1000,
    period: { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' },
  });
  const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z', limit: '1' };
  expect((await readReport(sandbox, october)).totalCount).toBe(1000);
});

test.each([
  ['plain text', 'My notes\nand more\n'],
  ['a single line', 'My notes'],
  ['other JSON', '{"name":"package"}\n'],
  ['a later version', '{"sandbox":2,"seed":1,"size":20,"start":0,"end":1}\n'],
])('a file of %s is rejected and left unchanged', (_what, content) => {
  const data = newFile();
  writeFileSync(data, content);
  expect(rejection(data)).toBe(`data: ${data} is not a sandbox data file: choose another one`);
  expect(readFileSync(data, 'utf8')).toBe(content);
});

test('a damaged line is rejected by its number', async () => {
  const data = newFile();
  const sandbox = openOn(data);
  sandbox.advance(1);
  sandbox.advance(1);
  await sandbox.close();
  const lines = readFileSync(data, 'utf8').split('\n');
  for (const damage of [
    '{',
    'null',
    '[{"table":"prices","key":"1","row":{}}]',
    '[{"table":"clock","key":"ahead","row":"1"}]',
    '[{"table":"clock","key":"ahead"}]',
    '[{"table":"pricePoints","key":"999","row":{}}]',
    '[{"table":"pricePoints","key":"999","row":{"priceInUsdCents":999,"lastUpdate":"now","priceOverrides":[]}}]',
    '[{"table":"content","key":"content-1","row":{"id":1}}]',
    '[{"table":"sessions","key":"x","row":{"state":"open"}}]',
  ]) {
    writeFileSync(data, lines.with(1, damage).join('\n'));
    expect(rejection(data)).toContain(
      `data: line 2 of ${data} is damaged. Restore the file from a copy; or delete line 2`,
    );
  }
});

test('a file that cannot be opened is rejected', () => {
  const missing = `${newFile()}/x/y`;
  expect(rejection(missing)).toBe(`data: ${missing} cannot be opened as a file: ENOENT`);
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
