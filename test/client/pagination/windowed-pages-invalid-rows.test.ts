import { expect, test } from 'vitest';

import type { DriftEvent, InvalidRowEvent, TransactionPage } from '../../../src/client/index.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { idOf, type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { failureOf } from '../../support/service.ts';

const range = { ...firstHour, limit: 10 };
/** A transaction every 15 s, and three at the very second at which windows of this range may be cut. */
const moments = [...Array.from({ length: 240 }, (_, index) => index * 15_000), 1_800_000, 1_800_000];

/** Every seventh row, and all of the shared second, without its currency. */
const rows = rowsAt(moments).map((row, index) => {
  const isInvalid = index % 7 === 0 || row.timestamp === '2026-10-01T00:30:00.000Z';
  if (!isInvalid) return row;
  const { currencyCode, ...transactionDetails } = row.transactionDetails;
  // A row that the type does not admit, which is the point.
  return { ...row, transactionDetails, was: currencyCode } as unknown as LedgerRow;
});
const validIds = rows.filter((row) => !('was' in row)).map(idOf);
const invalidIds = rows.filter((row) => 'was' in row).map(idOf);

function idOfEvent({ row }: InvalidRowEvent): string {
  // The ledger's own row, as the service sent it.
  return idOf(row as LedgerRow);
}

test.each([
  { windows: 1, sortDirection: 'asc' as const },
  { windows: 2, sortDirection: 'asc' as const },
  { windows: 8, sortDirection: 'asc' as const },
  { windows: 8, sortDirection: 'desc' as const },
])('with $windows windows, $sortDirection, every invalid row is set aside once, in order', async (how) => {
  const service = serveInProcess(serveLedger(rows));
  const events: InvalidRowEvent[] = [];
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });
  const list = client.transactions.list({ ...range, ...how, onInvalidRow: (event) => events.push(event) });

  const pages: TransactionPage[] = [];
  for await (const page of list.pages()) pages.push(page);

  const inOrder = (ids: readonly string[]): string[] =>
    how.sortDirection === 'desc' ? ids.toReversed() : [...ids];
  expect(pages.flatMap(({ results }) => results.map((row) => row.transactionDetails.id))).toEqual(
    inOrder(validIds),
  );
  expect(events.map(idOfEvent).toSorted()).toEqual(invalidIds.toSorted());
  expect(pages.at(-1)?.checkpoint).toMatchObject({
    rows: validIds.length,
    invalidRows: invalidIds.length,
  });
  expect(drift).toEqual([]);
});

test('resumed from every page, windows set each invalid row aside once', async () => {
  const service = serveInProcess(serveLedger(rows));
  const { transactions } = service.client();
  const before: { readonly page: TransactionPage; readonly invalid: readonly string[] }[] = [];
  const invalid: string[] = [];
  const onInvalidRow = (event: InvalidRowEvent): void => void invalid.push(idOfEvent(event));
  for await (const page of transactions.list({ ...range, windows: 4, onInvalidRow }).pages()) {
    before.push({ page, invalid: [...invalid] });
  }

  for (const { page, invalid } of before.filter((_, index) => index % 3 === 0)) {
    const again = [...invalid];
    const resumed = transactions.list({
      ...range,
      windows: 4,
      resume: page.checkpoint,
      onInvalidRow: (event) => again.push(idOfEvent(event)),
    });
    const delivered = page.checkpoint.rows + (await resumed.toArray({ max: 1000 })).length;
    expect(delivered).toBe(validIds.length);
    expect(again.toSorted()).toEqual(invalidIds.toSorted());
  }
});

test('onInvalidRow is not called for a page before its turn', async () => {
  const service = serveInProcess(serveLedger(rows));
  const stop = new Error('the quarantine is full');
  const seen: string[] = [];
  const list = service.client().transactions.list({
    ...range,
    windows: 8,
    onInvalidRow: (event) => {
      if (seen.length > 0) throw stop;
      seen.push(idOfEvent(event));
    },
  });

  expect(await failureOf(list.toArray({ max: 1000 }))).toBe(stop);
  expect(seen).toEqual([invalidIds[0]]);
});
