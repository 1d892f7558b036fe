import { rm, writeFile } from 'node:fs/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { type LedgerRow, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { type Reply, type Service, startService, token } from '../../../support/service.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, range } from '../export/run-export.ts';
import { createFolder as createDeliveryFolder, deliver, ledgerRows } from './delivered-file.ts';
import { said } from '../../../support/said.ts';

const moments = Array.from({ length: 50 }, (_, index) => index * 1000);
const october = rowsAt(moments);

/** A file that was exported from a service, whose address is in the environment. */
async function exportFrom(service: Service, args: readonly string[] = []): Promise<string> {
  const folder = createFolder(service.url);
  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--quiet', ...args]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  useService(service.url);
  return folder.file('a.csv');
}

function useService(url: string): void {
  vi.stubEnv('PUBLISHER_BASE_URL', url);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each([['one range', []]])(
  '--online agrees if nothing has changed since an export by %s',
  async (_, args) => {
    // A row at the end of the range is counted by this service, and left out of the file.
    await using service = await startService(serveLedger(rowsAt([...moments, 86_400_000])));
    const path = await exportFrom(service, args);
    const before = service.requests.length;
    const { code, out, err } = await runHere(['verify', path, '--online']);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /with 50 of the 51 transactions that the service counted: the others are outside its range\n1 October 2026 of 127\.0\.0\.1\nNet [\d.]+ USD\nSHA-256 [\da-f]{64}\nThe service still counts 51 transactions in its range\n$/,
    );
    const sent = service.requests.slice(before);
    expect(sent.map(({ url }) => url)).toEqual([
      expect.stringContaining('startDate=2026-10-01T00%3A00%3A00.000Z&endDate=2026-10-02T00%3A00%3A00.000Z'),
    ]);
  },
);

test('--online says of late rows that the file is unchanged, even if the first row is invalid', async () => {
  const ledger: LedgerRow[] = [...october];
  await using service = await startService((request) => serveLedger(ledger)(request));
  const path = await exportFrom(service);
  const [first] = rowsAt([0]);
  // A late row with a fraction of a cent.
  if (first) ledger.unshift({ ...first, transactionDetails: { ...first.transactionDetails, amount: 0.5 } });
  const offline = await runHere(['verify', path]);
  const online = await runHere(['verify', path, '--online']);

  expect(offline.code).toBe(0);
  expect(online.code).toBe(3);
  expect(online.out).toMatch(
    /^.*a\.csv is unchanged since its export on .*, with all 50 transactions that the service counted\n/,
  );
  expect(online.out).toContain(
    '\nThe service counts 51 now, 50 when it was exported: export it again with --keep\n',
  );
  expect(online.out).not.toContain('differs');
});

test('--online asks of fewer rows than before whether the token is that of the ledger', async () => {
  const ledger: LedgerRow[] = [...october];
  await using service = await startService((request) => serveLedger(ledger)(request));
  const path = await exportFrom(service);
  ledger.splice(40);
  const { code, out } = await runHere(['verify', path, '--online']);

  expect(code).toBe(3);
  expect(out).toContain(
    '\nThe service counts 40 now, 50 when it was exported: is the token that of this ledger? If so, export it again with --keep\n',
  );
});

test('--online sends the token to the service of the receipt only', async () => {
  await using service = await startService(serveLedger(october));
  await using other = await startService(serveLedger(october));
  const path = await exportFrom(service);
  useService(other.url);
  const different = await runHere(['verify', path, '--online']);
  await using folder = await createDeliveryFolder();
  const { path: unnamed } = await deliver(folder.path, ledgerRows(3), 'csv');
  const none = await runHere(['verify', unnamed, '--online']);

  expect(different).toMatchObject({ code: 2, out: '' });
  expect(different.err).toContain(
    `publisher-commerce: PUBLISHER_BASE_URL: is ${other.url}, but the receipt is from ${service.url}\n`,
  );
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(none.err).toContain('--online: the receipt names no service');
  expect(other.requests).toEqual([]);
});

test('--online asks nothing for a file of another source than the run, and names both', async () => {
  await using service = await startService(serveLedger(october));
  const path = await exportFrom(service, ['--source', 'game-a']);
  const before = service.requests.length;
  const other = await runHere(['verify', path, '--online', '--source', 'game-b']);
  const unnamed = await runHere(['verify', path, '--online']);

  for (const [{ code, out, err }, run] of [
    [other, 'game-b'],
    [unnamed, '127.0.0.1'],
  ] as const) {
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(said(`--online: ${path} … ${run} … --source`));
  }
  expect(service.requests).toHaveLength(before);

  vi.stubEnv('PUBLISHER_SOURCE', 'game-a');
  const { code, out } = await runHere(['verify', path, '--online']);
  expect(code).toBe(0);
  expect(out).toContain('\n1 October 2026 of game-a\n');
});

test.each<[string, Reply, string]>([
  ['a lost connection', (response) => response.destroy(), 'lost the connection'],
  ['an expired token', { status: 401, json: {} }, '401'],
  [
    'a response without a count',
    { json: { nextCursor: null, results: [] } },
    'the service returned no count',
  ],
])('with --online, %s exits with 1 and one line', async (_, fail, problem) => {
  let isBroken = false;
  await using service = await startService((request) => (isBroken ? fail : serveLedger(october)(request)));
  const path = await exportFrom(service);
  isBroken = true;
  const { code, out, err } = await runHere(['verify', path, '--online']);

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(problem);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).not.toContain(token);
});

test('--env-file names the service, and a missing token exits with 2', async () => {
  await using service = await startService(serveLedger(october));
  const path = await exportFrom(service);
  vi.stubEnv('PUBLISHER_BASE_URL', undefined);
  vi.stubEnv('PUBLISHER_TOKEN', undefined);
  const env = `${path}.env`;
  await writeFile(env, `PUBLISHER_BASE_URL=${service.url}\n`);
  const missing = await runHere(['verify', path, '--online', '--env-file', env]);
  await writeFile(env, `PUBLISHER_TOKEN=${token}\n`);
  const { code } = await runHere(['verify', path, '--online', '--env-file', env]);

  expect(missing.code).toBe(2);
  expect(missing.err).toMatch(said('publisher-commerce: PUBLISHER_TOKEN: … --env-file'));
  expect(code).toBe(0);
  await rm(env);
});
