import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { ledgerColumns } from '../../../../src/ledger/index.ts';
import { transaction } from '../../../literals/transactions.ts';
import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { exportAs } from './difficult-rows.ts';
import { createFolder, range, servePages } from './run-export.ts';

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}

test('csv is read by DuckDB as by csv-parse', async () => {
  const folder = await exportAs('a.csv');
  // Plain objects of strings.
  const parsed = parse<Record<string, string>>(folder.read('a.csv'), { columns: true });
  const sql = `select * from read_csv('${folder.file('a.csv')}', all_varchar = true)`;
  const read = (await query(sql)).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])),
  );

  expect(parsed).toHaveLength(5);
  expect(read).toEqual(parsed);
});

test('parquet has the documented types, and the values of the rows', async () => {
  const folder = await exportAs('a.parquet');
  const file = folder.file('a.parquet');
  const types = await query(`select column_name, column_type from (describe select * from '${file}')`);
  const columns = await query(
    `select epoch_us(timestamp) t, type, amount, amount_minor, amount_usd, total_tax_amount, customer_id,
     country_code, currency_symbol, products from '${file}'`,
  );

  const typeOf = ({ type, unit }: (typeof ledgerColumns)[number]): string => {
    if (type === 'integer') return 'BIGINT';
    if (type === 'timestamp') return 'TIMESTAMP WITH TIME ZONE';
    if (type === 'decimal') return unit === 'US dollars' ? 'DECIMAL(18,2)' : 'DECIMAL(20,4)';
    return 'VARCHAR';
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
  const many = rowsAt(Array.from({ length: 60_000 }, (_, index) => index * 600)).map((row, index) => ({
    ...row,
    // Different in each row; of several bytes, or null.
    customerDetails: index % 3 === 0 ? null : { id: `é€💎-${index}`, email: '' },
    transactionDetails: { ...transaction(index).transactionDetails, amountUsd: index - 1000 },
  }));
  await using service = await startService(servePages(many));
  const folder = createFolder(service.url);
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
  expect(count).toBe(60_000);
  // The sum of the integers from −1000 to 58 999.
  expect(sums.map(({ amountUsd, amount }) => [amountUsd, amount])).toEqual([['1739970000', '59940000']]);
  expect(found).toEqual({
    ...{ n: '60000', usd: '1739970000', dollars: '17399700.00', minor: '59940000' },
    ...{ ids: '60000', negative: '1000' },
    // Two of three.
    ...{ customers: '40000', own: '40000' },
  });
  // A group for each page.
  expect(groups.map(({ n }) => n)).toEqual([...Array<string>(8).fill('7000'), '4000']);
});

test('a parquet file of a range without rows has the columns', async () => {
  await using service = await startService(serveLedger([]));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.parquet']);
  const file = folder.file('a.parquet');

  expect(await query(`select count(*) n from '${file}'`)).toEqual([{ n: '0' }]);
  expect(await query(`describe select * from '${file}'`)).toHaveLength(ledgerColumns.length);
});
