// What version 0.1.0 stores, in files that it wrote. They are never written again: a form that changes gets files of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Checkpoint } from '../../src/client/index.ts';
import { planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rows } from '../cli/commands/export/interrupted.ts';
import { createFolder, servePages } from '../cli/commands/export/run-export.ts';
import { openStore, overridesIn } from '../cli/commands/prices/run-prices.ts';
import { inFolder, runHere } from '../cli/run-here.ts';
import { at, idsIn, ofLedger, openTap } from '../cli/commands/tap/open-tap.ts';
import { idOf, rowsAt, serveLedger } from '../support/ledger.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

/** Where the service was when the files were written. */
const origin = 'http://127.0.0.1:8080';
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-02T00:00:00Z' };

function stored(name: string, url = origin): string {
  return readFileSync(join(import.meta.dirname, 'stored-forms', name), 'utf8').replaceAll(origin, url);
}

test('an unfinished export of 0.1.0 is continued', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  for (const name of ['october.csv.part', 'october.csv.part.json'])
    writeFileSync(folder.file(name), stored(name, service.url));
  const { code } = await folder.run(['--out', 'october.csv', '--resume', '--quiet']);

  expect(code).toBe(0);
  expect(folder.read('october.csv')).toBe(stored('finished.csv'));
});

test('an unfinished export of 0.1.0 in windows is rejected by the name of the field, and its files stay', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const state = stored('october.csv.part.json', service.url).replace('"windows":1', '"windows":8');
  const part = stored('october.csv.part');
  writeFileSync(folder.file('october.csv.part'), part);
  writeFileSync(folder.file('october.csv.part.json'), state);
  const { code, err } = await folder.run(['--out', 'october.csv', '--resume', '--quiet']);

  expect(code).toBe(1);
  expect(err).toContain(
    'october.csv.part.json is not the state of an export of this version, settings.windows: must be 1, since exports ' +
      'have no windows any more: start again with --force',
  );
  expect([folder.read('october.csv.part'), folder.read('october.csv.part.json')]).toEqual([part, state]);
  expect(service.requests).toHaveLength(0);
});

test('an export of 0.1.0 agrees with its receipt', async () => {
  const { path, file } = createFolder();
  for (const name of ['finished.csv', 'finished.csv.receipt.json']) writeFileSync(file(name), stored(name));

  expect(await inFolder(path, {}, () => runHere(['verify', 'finished.csv', '--quiet']))).toEqual({
    code: 0,
    out: '',
    err: '',
  });
});

test('an iteration continues at a checkpoint of 0.1.0', async () => {
  await using service = await startService(servePages(rows));
  // It is what the file has.
  const resume = JSON.parse(stored('checkpoint.json')) as Checkpoint;
  const read: string[] = [];
  for await (const { transactionDetails } of service
    .client()
    .transactions.list({ ...october, limit: 10, resume }))
    read.push(transactionDetails.id);

  expect(read).toEqual(rows.slice(30).map(idOf));
});

test('a tap continues within a day, with the state of 0.1.0', async () => {
  at('2026-10-04T12:00:00Z');
  const hourly = rowsAt(Array.from({ length: 72 }, (_, index) => index * 3_600_000));
  await using service = await startService(serveLedger(hourly));
  const state: unknown = JSON.parse(stored('state.json', service.url));
  const { code, messages } = await openTap(service.url, { limit: 10 }, ofLedger).run(state);

  expect(code).toBe(0);
  expect(idsIn(messages)).toEqual(hourly.slice(10).map(idOf));
});

test.each([
  ['a plan of 0.1.0 is applied', 'plan.json', 'apply'],
  ['a record of 0.1.0 is taken back', 'plan.record.jsonl', 'undo'],
] as const)('%s', async (_, name, command) => {
  const before = { 999: { BR: 55 }, 1999: { BR: 109, DE: 19 } };
  const after = { 999: { BR: 49.9 }, 1999: { DE: 19 } };
  const [points, expected] = command === 'apply' ? [before, after] : [after, before];
  const store = await openStore({ points });
  store.write(name, stored(name, store.url));
  const { code } = await store.run(command, name, '--yes');

  expect({ code, prices: await overridesIn(store) }).toEqual({ code: 0, prices: expected });
});

test('tables of 0.1.0 agree with their receipts, and take the rows of another load', async () => {
  await using postgres = await startPostgres();
  await using service = await startService(servePages(rows.slice(0, 10)));
  const target = { database: await postgres.createDatabase(), client: service.client(), source: 'game' };
  await execute(target.database, stored('tables.sql', service.url));
  await planLoad({ ...target, ...october });

  expect(await workLoad(target)).toMatchObject({ finished: true, rows: 10, rowsChanged: 0, rowsKnown: 10 });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 10 });
});
