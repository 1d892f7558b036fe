import { afterAll, expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { planLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { firstHour } from '../support/ranges.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const codes = ['EUR', 'HUF', 'JPY', 'KWD', 'huf', 'GOLD'];
const rows = rowsAt(codes.map((_, index) => 1000 * (index + 1))).map((row, index) => ({
  ...row,
  transactionDetails: {
    ...row.transactionDetails,
    currencyCode: codes[index] ?? '',
    amount: 3490,
    totalTaxAmount: -5,
  },
}));
const postgres = await startPostgres();
const service = await startService(serveLedger(rows));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

async function amountsOf(database: string): Promise<unknown> {
  const found = await execute(
    database,
    `SELECT array_agg(amount::text ORDER BY timestamp) AS amounts, array_agg(total_tax_amount::text ORDER BY timestamp) AS taxes
     FROM publisher_commerce.transactions`,
  );
  return found[0];
}

test('the view has amounts in major units, by the decimals of the source, which a plan can change', async () => {
  const database = await takeLedgerDatabase(postgres);
  const target = { client: service.client(), database };
  await planLoad({ ...target, ...firstHour });
  await workLoad(target);
  expect(await amountsOf(database)).toEqual({
    amounts: ['34.90', '34.90', '3490', '3.490', '34.90', null],
    taxes: ['-0.05', '-0.05', '-5', '-0.005', '-0.05', null],
  });

  const own = { currencyDigits: { HUF: 0, KWD: 2 } };
  await expect(syncLoad({ ...target, ...own })).rejects.toThrow(
    'currencyDigits: must be those of earlier loads, those of ISO 4217; changeCurrencyDigits of a plan replaces them',
  );
  await planLoad({ ...target, ...firstHour, ...own, changeCurrencyDigits: true });
  expect(await amountsOf(database)).toMatchObject({
    amounts: ['34.90', '3490', '3490', '34.90', '3490', null],
  });
  await workLoad(target);
  expect(await verifyLoad(target)).toMatchObject({ agrees: true });
  // The same ones, however they are written, are no change.
  await planLoad({ ...target, ...firstHour, currencyDigits: { KWD: 2, EUR: 2, HUF: 0 } });
});

test('a month of a service that counts otherwise has the amounts that the service means', async () => {
  const own = { HUF: 0, KWD: 2, TWD: 0 };
  const sandbox = createSandbox({
    currencyDigits: own,
    seed: 3,
    transactions: 12_000,
    now: () => new Date('2026-02-01T00:00:00Z'),
  });
  const client = new PublisherClient(sandbox.clientOptions);
  const database = await takeLedgerDatabase(postgres);
  const range = { startDate: '2026-01-01T00:00:00Z', endDate: '2026-02-01T00:00:00Z' };
  await planLoad({ client, database, ...range, currencyDigits: own });
  expect(await workLoad({ client, database })).toMatchObject({ finished: true });

  const received = await client.transactions.list(range).toArray({ max: 100_000 });
  const expected = received.flatMap(({ transactionDetails: { currencyCode, amount } }) => {
    // Of a hundred parts, or of none: typed by hand, not converted by the code under test.
    const parts = { HUF: 1, KWD: 100, TWD: 1, EUR: 100, USD: 100, JPY: 1 }[currencyCode];
    return parts === undefined ? [] : [`${currencyCode} ${(amount / parts).toFixed(parts === 1 ? 0 : 2)}`];
  });
  const found = await execute(
    database,
    `SELECT currency_code || ' ' || amount::text AS one FROM publisher_commerce.transactions
     WHERE currency_code IN ('HUF', 'KWD', 'TWD', 'EUR', 'USD', 'JPY')`,
  );

  expect(found.map(({ one }) => one).toSorted()).toEqual(expected.toSorted());
  for (const code of Object.keys(own)) expect(expected.join()).toContain(code);
  expect(await verifyLoad({ client, database, deep: true })).toMatchObject({ agrees: true });
  await sandbox.close();
});

test('rows of the view can be compared with each other, with the row as received', async () => {
  const database = await takeLedgerDatabase(postgres);
  const target = { client: service.client(), database };
  await planLoad({ ...target, ...firstHour });
  await workLoad(target);
  const view = 'publisher_commerce.transactions';

  expect(await execute(database, `SELECT DISTINCT * FROM ${view}`)).toHaveLength(rows.length);
  expect(await execute(database, `SELECT * FROM ${view} EXCEPT SELECT * FROM ${view}`)).toEqual([]);
  const [first] = await execute(database, `SELECT row FROM ${view} ORDER BY timestamp LIMIT 1`);
  expect(JSON.parse(String(first?.['row']))).toEqual(rows[0]);
});
