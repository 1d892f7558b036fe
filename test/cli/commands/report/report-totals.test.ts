import { expect, test } from 'vitest';

import { byOffer, byPaymentMethod, groupings } from '../../../../src/cli/commands/report/groups/groupings.ts';
import { Groups } from '../../../../src/cli/commands/report/groups/groups.ts';
import { ReportTotals } from '../../../../src/cli/commands/report/report-totals.ts';
import { amountsOfRow } from '../../../../src/ledger/money-sums.ts';
import { payment, refund, totalsOf, withoutColumn } from './report-rows.ts';

test('every money field is added up by its own name', () => {
  const { total } = totalsOf([payment, payment, refund]);

  expect(total.rows).toBe(3);
  expect(total.sum('amount')).toBe(999n);
  expect(total.sum('amountUsd')).toBe(999n);
  expect(total.sum('totalTaxAmount')).toBe(100n);
  expect(total.sum('totalTaxAmountUsd')).toBe(100n);
  expect(total.sum('currencyExchangeCostUsd')).toBe(6n);
  expect(total.sum('chargebackFeeUsd')).toBe(14n);
  expect(total.sum('transactionFeeUsd')).toBe(80n);
  expect(total.sum('publisherNetAmountUsd')).toBe(799n);
});

test('a day is a UTC day, whatever the offset of the timestamp', () => {
  const totals = totalsOf([
    { ...payment, timestamp: '2026-10-01T23:59:59.999Z' },
    { ...payment, timestamp: '2026-10-02T01:30:00.000+02:00' },
    { ...payment, timestamp: '2026-10-02T00:00:00.000Z' },
    { ...payment, timestamp: 'yesterday' },
  ]);

  expect(totals.byDay.byKey().map(({ key, sums }) => [key, sums.rows])).toEqual([
    ['(unreadable timestamp)', 1],
    ['2026-10-01', 2],
    ['2026-10-02', 1],
  ]);
});

test('rows without a value are a group, and a missing column is known', () => {
  const dropped = withoutColumn(payment, 'country_code');
  const totals = totalsOf([{ ...dropped, payment_method: null }]);

  expect(groupings.filter((grouping) => !totals.has(grouping)).map(({ label }) => label)).toEqual([
    'Country',
  ]);
  expect(
    totals
      .by(byPaymentMethod)
      .byKey()
      .map(({ key }) => key),
  ).toEqual(['(none)']);
});

test('memory is bounded: further values share one group, and no row is lost', () => {
  const groups = new Groups(2);
  for (const key of ['a', 'b', 'c', 'd', 'a']) groups.add(key, amountsOfRow(payment));

  expect(groups.byKey().map(({ key, sums }) => [key, sums.rows])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(groups.rest.rows).toBe(2);
  expect(groups.rest.sum('amountUsd')).toBe(1998n);
});

test('an offer has the name of its first row', () => {
  const totals = new ReportTotals();
  totals.add({ ...payment, offer_id: 'one', offer_name: 'First' });
  totals.add({ ...payment, offer_id: 'one', offer_name: 'Renamed' });
  totals.add({ ...payment, offer_id: 'two', offer_name: null });

  expect(
    totals
      .by(byOffer)
      .byKey()
      .map(({ detail }) => detail),
  ).toEqual(['First', undefined]);
});
