import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { PublisherClient, type Transaction } from '../../src/client/index.ts';
import type { Receipt } from '../../src/ledger/index.ts';
import { october } from '../support/ranges.ts';
import { openService, openWorkplace, period, type Workplace } from './run-example.ts';

async function readExport(workplace: Workplace): Promise<{ rows: Transaction[]; receipt: Receipt }> {
  const out = workplace.path('out/transactions.jsonl');
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  return {
    rows: lines.map((line) => JSON.parse(line) as Transaction),
    receipt: JSON.parse(await readFile(`${out}.receipt.json`, 'utf8')) as Receipt,
  };
}

test('the export has every row as received, and a complete receipt with their sums', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService({ transactions: 2500, period });
  const { code, out, err } = await workplace.run(
    ['export', '--start', october.startDate, '--end', october.endDate],
    service,
  );
  const { rows, receipt } = await readExport(workplace);
  const client = new PublisherClient(service.sandbox.clientOptions);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('Written to out/transactions.jsonl: 2500 of 2500 rows');
  expect(rows).toEqual(await client.transactions.list(october).toArray({ max: 2500 }));
  expect(receipt).toMatchObject({ complete: true, rows: 2500, totalCount: 2500 });
  expect(receipt.sums.reduce((sum, { amountUsd }) => sum + BigInt(amountUsd), 0n)).toBe(
    rows.reduce((sum, { transactionDetails }) => sum + BigInt(transactionDetails.amountUsd), 0n),
  );
});
