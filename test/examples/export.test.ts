import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { PublisherClient, type Transaction } from '../../src/index.ts';
import { openService, openWorkplace, period, type Workplace } from './run-example.ts';

type Money = keyof typeof money;
const money = {
  amount: 0n,
  totalTaxAmount: 0n,
  amountUsd: 0n,
  totalTaxAmountUsd: 0n,
  transactionFeeUsd: 0n,
  currencyExchangeCostUsd: 0n,
  chargebackFeeUsd: 0n,
  publisherNetAmountUsd: 0n,
};

async function readNdjson(workplace: Workplace): Promise<Transaction[]> {
  const text = await readFile(workplace.path('out/transactions.ndjson'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Transaction);
}

async function readCsv(workplace: Workplace): Promise<Record<string, string>[]> {
  const text = await readFile(workplace.path('out/transactions.csv'));
  return parse<Record<string, string>>(text, { columns: true });
}

function sumsOf(
  rows: readonly { readonly currency: string; readonly read: (name: Money) => string | number }[],
) {
  const sums: Record<string, Record<Money, bigint>> = {};
  for (const { currency, read } of rows) {
    const sum = (sums[currency] ??= { ...money });
    for (const name of Object.keys(money) as Money[]) sum[name] += BigInt(read(name));
  }
  return sums;
}

test('the exported CSV has the rows, the order and the sums of the NDJSON', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['export', '--transactions', '2000']);
  const rows = await readNdjson(workplace);
  const records = await readCsv(workplace);

  expect(code).toBe(0);
  expect(out).toContain('Written to out/transactions.ndjson and out/transactions.csv');
  expect(rows).toHaveLength(2000);
  expect(records.map(({ transactionId }) => transactionId)).toEqual(
    rows.map(({ transactionDetails }) => transactionDetails.id),
  );
  expect(
    sumsOf(
      records.map((record) => ({ currency: record['currency'] ?? '', read: (name) => record[name] ?? '' })),
    ),
  ).toEqual(
    sumsOf(
      rows.map(({ transactionDetails: details }) => ({
        currency: details.currencyCode,
        read: (name) => details[name],
      })),
    ),
  );
});

test('an export that the service interrupts keeps its rows, and --resume adds the others', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService({ transactions: 500, period });
  const range = ['--start', period.start, '--end', period.end, '--limit', '100'];
  service.sandbox.fail({ operation: 'transactions.list', status: 403, after: 3 });

  const first = await workplace.run(['export', ...range], service);
  const kept = await readNdjson(workplace);
  const second = await workplace.run(['export', '--resume'], service);
  const all = await readNdjson(workplace);

  expect(first).toMatchObject({ code: 1 });
  expect(first.err).toContain('run it again with --resume');
  expect(kept).toHaveLength(300);
  expect(second).toMatchObject({ code: 0 });
  expect(second.out).toContain('Resuming after 300 rows');
  expect(new Set(all.map(({ transactionDetails }) => transactionDetails.id)).size).toBe(500);
  expect(all).toHaveLength(500);
  expect(await readCsv(workplace)).toHaveLength(500);
});

test('a name in the CSV is never a formula, and a negative amount stays a number', async () => {
  await using workplace = await openWorkplace();
  const now = (): Date => new Date('2026-10-10T00:00:00Z');
  await using service = await openService({ transactions: 0, period, now });
  const { baseUrl, token, fetch, purchases } = service.sandbox;
  const session = await new PublisherClient({ baseUrl, token, fetch }).checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: '=1+1', sku: 'formula' },
    customer: { id: 'player-1' },
  });
  purchases.pay(session.checkoutSessionToken);
  purchases.refund(session.purchaseId);

  await workplace.run(['export', '--start', period.start, '--end', period.end], service);
  const records = await readCsv(workplace);

  expect(records.map(({ offerName }) => offerName)).toEqual(["'=1+1", "'=1+1"]);
  expect(records.map(({ amount }) => amount)).toEqual(['999', '-999']);
});
