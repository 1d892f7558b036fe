import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { october } from '../support/ranges.ts';
import { openService, openWorkplace, period, type Workplace } from './run-example.ts';

function totalsIn(workplace: Workplace, file = 'out/sandbox/nightly-sync.sqlite'): unknown {
  const database = new DatabaseSync(workplace.path(file), { readOnly: true });
  try {
    return {
      ...database.prepare('SELECT count(*) AS rows, sum(net_usd_cents) AS net FROM transactions').get(),
    };
  } finally {
    database.close();
  }
}

/** Count and sum of a ledger, read apart from the example. */
async function totalsOf(transactions: number): Promise<{ rows: number; net: number }> {
  const client = new PublisherClient(createSandbox({ transactions, period }).clientOptions);
  const rows = await client.transactions.list(october).toArray({ max: transactions });
  const net = rows.reduce((sum, row) => sum + row.transactionDetails.publisherNetAmountUsd, 0);
  return { rows: rows.length, net };
}

test('a second sync adds nothing, and a third what was bought in between', async () => {
  await using workplace = await openWorkplace();
  const first = await workplace.run(['nightly-sync']);
  const afterFirst = totalsIn(workplace);
  const second = await workplace.run(['nightly-sync']);
  const afterSecond = totalsIn(workplace);
  const third = await workplace.run(['nightly-sync', '--buy']);

  const expected = await totalsOf(2000);
  expect(first.out).toContain('2000 rows read, 2000 of them new');
  expect(afterFirst).toEqual(expected);
  expect(second.out).toMatch(/^[1-9]\d* rows read, 0 of them new$/m);
  expect(afterSecond).toEqual(expected);
  expect(third.out).toMatch(/^\d+ rows read, 1 of them new$/m);
  // 9.99 less 5 % for the payment.
  expect(totalsIn(workplace)).toEqual({ rows: expected.rows + 1, net: expected.net + 949 });
});

test('a sync that was cut short is finished by the next one', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService({ transactions: 1200, period });
  service.sandbox.fail({ operation: 'transactions.list', status: 403, after: 2 });
  const sync = ['nightly-sync', '--since', period.start];

  const first = await workplace.run(sync, service);
  const kept = totalsIn(workplace, 'out/nightly-sync.sqlite');
  const second = await workplace.run(sync, service);

  expect(first).toMatchObject({ code: 1 });
  expect(kept).toMatchObject({ rows: 1000 });
  expect(second.out).toContain('Finishing the last run after its first 1000 rows');
  expect(second.out).toContain('200 rows read, 200 of them new');
  expect(totalsIn(workplace, 'out/nightly-sync.sqlite')).toEqual(await totalsOf(1200));
});
