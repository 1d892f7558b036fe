import { afterAll, expect, test } from 'vitest';

import { planLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase } from '../support/load.ts';
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
  const database = await createLedgerDatabase(postgres);
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
