import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { exportAs } from '../cli/commands/export/difficult-rows.ts';
import { at, ofLedger, openTap } from '../cli/commands/tap/open-tap.ts';
import { DuckDbTarget } from '../support/duckdb-target.ts';
import { october } from '../support/ranges.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { startService, token } from '../support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/warehouse.md'), 'utf8');
const [receipts = '', create = '', load = '', compare = '', lines = ''] = [
  ...guide.matchAll(/^```sql\n(.*?)^```/gms),
].map(([, sql = '']) => sql);

/** Opens a database in which relative paths are those of a folder. */
async function open(folder: string): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`SET file_search_path = '${folder}'`);
  return connection;
}

test('the SQL of the page on warehouses loads a month, again too, and compares it with its receipt', async () => {
  const folder = await exportAs('october.parquet');
  const connection = await open(folder.path);
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  await connection.run(create);
  await connection.run(load);
  await connection.run(load);

  expect(await rowsOf('SELECT count(*) FROM transactions')).toEqual([['5']]);
  expect(await rowsOf(compare)).toEqual([]);
  await connection.run("DELETE FROM transactions WHERE currency_code = 'KWD'");
  expect(await rowsOf(compare)).toEqual([['KWD', 'paid', '1', expect.stringMatching(/^\d+$/)]]);

  // The third column of the table is that of DuckDB.
  const documented = [...guide.matchAll(/^\|(?:[^|]+\|){2} `([^|]+)` \|/gm)].map(([, type]) => type);
  const types = await rowsOf('SELECT DISTINCT column_type FROM (DESCRIBE transactions)');
  expect(new Set(types.flat())).toEqual(new Set(documented));
  connection.closeSync();
});

test('the SQL of the page on warehouses adds up the integers of JSON lines', async () => {
  const folder = await exportAs('october.jsonl');
  const connection = await open(folder.path);
  const rows = (await connection.runAndReadAll(lines)).getRowsJson();
  connection.closeSync();

  expect(Object.fromEntries(rows)).toMatchObject({ JPY: '-1500', KWD: '6137', GEM: '42', EUR: '1998' });
});

test('the SQL of the page on warehouses compares what a tap has loaded with its receipts', async () => {
  at('2026-11-01T00:00:00Z');
  const sandbox = createSandbox({
    token,
    transactions: 3000,
    period: { start: october.startDate, end: october.endDate },
  });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const { folder, run } = openTap(server.url);
  const target = new DuckDbTarget(folder.file('messages.jsonl'));
  target.receive((await run()).out);
  const query = await target.load();

  expect(await query('SELECT count(*) FROM transactions')).toEqual([['3000']]);
  expect(await query(receipts)).toEqual([]);
  const [[time, currency, type] = []] = await query(
    'SELECT min(timestamp), min_by(currency_code, timestamp), min_by(type, timestamp) FROM transactions',
  );
  await query(`DELETE FROM transactions WHERE timestamp = '${String(time)}'`);
  const [[day, ...found] = [], ...others] = await query(receipts);
  expect([day, ...found.slice(0, 2)]).toEqual(['2026-10-01 00:00:00+00', currency, type]);
  expect(Number(found[2])).toBe(Number(found[3] ?? 0) + 1);
  expect(others).toEqual([]);
  // A row that the service does not have is found too.
  await query(
    `UPDATE transactions SET currency_code = 'XTS' WHERE timestamp = (SELECT max(timestamp) FROM transactions)`,
  );
  expect((await query(receipts)).map(([, code]) => code)).toContain('XTS');
});

test('the SQL of the page on warehouses finds no difference after a row has changed its currency', async () => {
  const rows = rowsAt([0, 1000, 2000].map((moment) => moment + 3_600_000));
  const [first, ...others] = rows;
  if (!first) throw new Error('there are three rows');
  const inCurrency = (currencyCode: string): LedgerRow => ({
    ...first,
    transactionDetails: { ...first.transactionDetails, currencyCode },
  });
  let served = [inCurrency('CHF'), ...others];
  await using service = await startService((request) => serveLedger(served)(request));
  const { folder, run } = openTap(service.url, {}, ofLedger);
  const target = new DuckDbTarget(folder.file('messages.jsonl'));
  at('2026-10-02T01:00:00Z');
  target.receive((await run()).out);
  served = [inCurrency('SEK'), ...others];
  at('2026-10-03T01:00:00Z');
  target.receive((await run(target.state)).out);
  const query = await target.load();

  expect(await query(`SELECT currency_code, "rows" FROM receipt ORDER BY currency_code`)).toEqual([
    ['CHF', '0'],
    ['EUR', '2'],
    ['SEK', '1'],
  ]);
  expect(await query(receipts)).toEqual([]);
});
