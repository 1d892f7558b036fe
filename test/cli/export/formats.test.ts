import { createReadStream, readFileSync } from 'node:fs';

import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';

import { ledgerColumns } from '../../../src/ledger/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { createFolder, range, servePages } from './run-export.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Rows that are hard to write: fields that are null or missing, untrusted text, and currencies of each scale. */
const rows: LedgerRow[] = rowsAt([0, 1, 2, 3, 4]).map((row, index) => {
  const details = row.transactionDetails;
  const at = (changes: object): LedgerRow => ({ ...row, ...changes });
  const money = (changes: object): LedgerRow => at({ transactionDetails: { ...details, ...changes } });
  return (
    [
      row,
      at({
        customerDetails: { id: '=HYPERLINK("http://evil.example";"x")', email: '@sum(1),\r\n"2"' },
        geolocation: null,
        unknownField: { kept: [1, 'ü', null] },
      }),
      money({ amount: -1500, currencyCode: 'JPY', type: 'refund' }),
      money({ amount: 6137, currencyCode: 'KWD', totalTaxAmount: 9_007_199_254_740_991 }),
      money({ amount: 42, currencyCode: 'GEM', currencySymbol: '💎' }),
    ][index] ?? row
  );
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}

async function exportAs(name: string, args: readonly string[] = []) {
  await using service = await startService(serveLedger(rows));
  const folder = createFolder(service.url);
  const finished = await folder.run([...range, '--out', name, '--quiet', ...args]);
  expect(finished).toEqual({ code: 0, signal: null, out: '', err: '' });
  expect(folder.receipt(name)).toMatchObject({ complete: true, rows: 5, unknownCurrencies: ['GEM'] });
  expect(folder.receipt(name).file).toEqual({
    name,
    format: /[^.]+$/.exec(name)?.[0],
    bytes: readFileSync(folder.file(name)).byteLength,
    sha256: folder.sha256(name),
  });
  expect(folder.names()).toEqual([name, `${name}.receipt.json`]);
  return folder;
}

test('jsonl has each row as received, with unknown fields', async () => {
  const folder = await exportAs('a.jsonl');
  const lines = folder.read('a.jsonl').split('\n');

  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test('csv is read by csv-parse and by DuckDB as the same cells', async () => {
  const folder = await exportAs('a.csv');
  // Plain objects of strings.
  const parsed = parse<Record<string, string>>(folder.read('a.csv'), { columns: true });
  const sql = `select * from read_csv('${folder.file('a.csv')}', all_varchar = true)`;
  const read = (await query(sql)).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])),
  );

  expect(parsed).toHaveLength(5);
  expect(read).toEqual(parsed);
  expect(Object.keys(parsed[0] ?? {})).toEqual(ledgerColumns.map(({ name }) => name));
  expect(parsed.map(({ amount, amount_minor }) => [amount, amount_minor])).toEqual([
    ['9.99', '999'],
    ['9.99', '999'],
    ['-1500', '-1500'],
    ['6.137', '6137'],
    ['', '42'],
  ]);
});

test('a formula in the name of a player is inert in a csv', async () => {
  const folder = await exportAs('a.csv');
  const [, row] = parse<Record<string, string>>(folder.read('a.csv'), { columns: true });

  expect(row).toMatchObject({
    customer_id: `'=HYPERLINK("http://evil.example";"x")`,
    customer_email: `'@sum(1),\r\n"2"`,
  });
});

test('--bom begins a csv with a byte order mark', async () => {
  const [plain, marked] = await Promise.all([exportAs('a.csv'), exportAs('a.csv', ['--bom'])]);

  expect(marked.read('a.csv')).toBe(`\uFEFF${plain.read('a.csv')}`);
});

test('parquet has the documented types, and the values of the rows', async () => {
  const folder = await exportAs('a.parquet');
  const file = folder.file('a.parquet');
  const types = await query(`select column_name, column_type from (describe select * from '${file}')`);
  const columns = await query(
    `select epoch_us(timestamp) t, type, amount, amount_minor, amount_usd, total_tax_amount, customer_id,
     country_code, currency_symbol, products from '${file}'`,
  );

  const typeOf = ({ name, type, unit }: (typeof ledgerColumns)[number]): string => {
    if (type === 'integer') return 'BIGINT';
    if (type === 'timestamp') return 'TIMESTAMP WITH TIME ZONE';
    if (type === 'decimal') return unit === 'US dollars' ? 'DECIMAL(18,2)' : 'DECIMAL(20,4)';
    return name === '' ? '' : 'VARCHAR';
  };
  expect(types).toEqual(
    ledgerColumns.map((column) => ({ column_name: column.name, column_type: typeOf(column) })),
  );
  const products =
    '[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]';
  const common = { type: 'paid', amount_usd: '10.87', currency_symbol: '€', products };
  const place = { customer_id: 'player-7', country_code: 'DE' };
  const tax = '1.6000';
  const first = Date.parse('2026-10-01T00:00:00Z');
  const expected = [
    { ...common, ...place, amount: '9.9900', amount_minor: '999', total_tax_amount: tax },
    {
      ...common,
      ...{ customer_id: '=HYPERLINK("http://evil.example";"x")', country_code: null },
      ...{ amount: '9.9900', amount_minor: '999', total_tax_amount: tax },
    },
    {
      ...{ ...common, ...place, type: 'refund' },
      ...{ amount: '-1500.0000', amount_minor: '-1500', total_tax_amount: '160.0000' },
    },
    {
      ...{ ...common, ...place },
      ...{ amount: '6.1370', amount_minor: '6137', total_tax_amount: '9007199254740.9910' },
    },
    {
      ...{ ...common, ...place, currency_symbol: '💎' },
      ...{ amount: null, amount_minor: '42', total_tax_amount: null },
    },
  ];
  expect(columns).toEqual(expected.map((row, index) => ({ t: String((first + index) * 1000), ...row })));
});

test('DuckDB finds the rows and the sums of the receipt in a parquet file of several groups and pages', async () => {
  const many = rowsAt(Array.from({ length: 130_000 }, (_, index) => index * 600)).map((row, index) => ({
    ...row,
    // Different in each row, and so kept as bytes; of several bytes, or null.
    customerDetails: index % 3 === 0 ? null : { id: `é€💎-${index}`, email: '' },
    transactionDetails: { ...transaction(index).transactionDetails, amountUsd: index - 1000 },
  }));
  await using service = await startService(servePages(many));
  const folder = createFolder(service.url);
  // 7 000 rows a page: no group ends with a page.
  const { code } = await folder.run([...range, '--out', 'a.parquet', '--quiet', '--limit', '7000']);
  const { sums, rows: count } = folder.receipt('a.parquet');
  const file = folder.file('a.parquet');
  const [found] = await query(
    `select count(*) n, sum(amount_usd_minor) usd, sum(amount_usd) dollars, sum(amount_minor) minor,
     count(distinct transaction_id) ids, count(*) filter (where amount_usd < 0) negative,
     count(customer_id) customers,
     count(*) filter (where customer_id = 'é€💎-' || substr(order_id, 7)) own from '${file}'`,
  );
  const groups = await query(
    `select distinct row_group_id g, row_group_num_rows n from parquet_metadata('${file}') order by g`,
  );

  expect(code).toBe(0);
  expect(count).toBe(130_000);
  // The sum of the integers from −1000 to 128 999.
  expect(sums.map(({ amountUsd, amount }) => [amountUsd, amount])).toEqual([['8319935000', '129870000']]);
  expect(found).toEqual({
    ...{ n: '130000', usd: '8319935000', dollars: '83199350.00', minor: '129870000' },
    ...{ ids: '130000', negative: '1000' },
    // Two of three, without the first row of all.
    ...{ customers: '86666', own: '86666' },
  });
  expect(groups.map(({ n }) => n)).toEqual(['100000', '30000']);
});

test.each([
  ['a.jsonl', ''],
  ['a.csv', `${ledgerColumns.map(({ name }) => name).join(',')}\r\n`],
])('%s of a range without rows has none', async (name, content) => {
  await using service = await startService(serveLedger([]));
  const folder = createFolder(service.url);
  const { code } = await folder.run([...range, '--out', name]);

  expect(code).toBe(0);
  expect(folder.read(name)).toBe(content);
});

test.each(['jsonl', 'csv', 'parquet'])(
  'the receipt of a range without rows is complete, as %s',
  async (format) => {
    await using service = await startService(serveLedger([]));
    const folder = createFolder(service.url);
    const name = `a.${format}`;

    expect(await folder.run([...range, '--out', name, '--quiet'])).toMatchObject({ code: 0, err: '' });
    expect(folder.receipt(name)).toMatchObject({
      ...{ complete: true, rows: 0, totalCount: 0, invalidRows: 0, rowsOutsideRange: 0 },
      ...{ firstTimestamp: null, lastTimestamp: null, sums: [], drift: [], unknownCurrencies: [] },
      file: { name, format, bytes: readFileSync(folder.file(name)).byteLength, sha256: folder.sha256(name) },
    });
  },
);

test('a parquet file of a range without rows has the columns', async () => {
  await using service = await startService(serveLedger([]));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.parquet']);
  const file = folder.file('a.parquet');

  expect(await query(`select count(*) n from '${file}'`)).toEqual([{ n: '0' }]);
  expect(await query(`describe select * from '${file}'`)).toHaveLength(ledgerColumns.length);
});

test.each(['csv', 'parquet'])(
  '--drop leaves columns of a %s out, and --hash replaces values',
  async (format) => {
    const args = ['--drop', 'customer_email', '--hash', 'customer_id', '--hash', 'country_code'];
    await using service = await startService(serveLedger(rows));
    const folder = createFolder(service.url);
    const name = `a.${format}`;
    const env = { PUBLISHER_HASH_KEY: 'a key' };
    const { code } = await folder.run([...range, '--out', name, ...args], env);
    const read = await query(`select customer_id, country_code from '${folder.file(name)}'`);

    expect(code).toBe(0);
    expect(folder.receipt(name).columns).toEqual(
      ledgerColumns.map(({ name: column }) => column).filter((column) => column !== 'customer_email'),
    );
    // printf %s player-7 | openssl dgst -sha256 -hmac 'a key'
    const player = '9c710a93daa903aa466b7f576caf1f42b7f8d39d066a2d191f1eb055e0f281e7';
    expect(read[0]?.['customer_id']).toBe(player);
    expect(read[1]?.['country_code']).toBeNull();
    expect(JSON.stringify(read)).not.toContain('player-7');
    const bytes = createReadStream(folder.file(name), { encoding: 'latin1' });
    for await (const chunk of bytes) expect(chunk).not.toContain('player7@example.com');
  },
);
