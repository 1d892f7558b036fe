import { expect, test } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { at, idsIn, ofLedger, openTap, stateIn } from './open-tap.ts';

const hour = 3_600_000;
const own = rowsAt(Array.from({ length: 96 }, (_, index) => index * hour));
const others = own.map((row) => ({
  ...row,
  transactionDetails: { ...row.transactionDetails, id: `other ${row.transactionDetails.id}` },
}));

test('with the token of another game a tap prints nothing, and names the token and the state', async () => {
  at('2026-10-03T06:00:00Z');
  let rows = own;
  await using service = await startService((request) => serveLedger(rows)(request));
  const tap = openTap(service.url, {}, ofLedger);
  const state = stateIn((await tap.run()).messages);
  at('2026-10-04T06:00:00Z');
  rows = others;
  const { code, out, err } = await tap.run(state);
  const requests = service.requests.length;
  rows = own.toSpliced(40, 8);
  const again = await tap.run(state);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(
    'publisher-commerce: token: must be of the ledger of --state: the service has none of its 40 newest rows, but others. ' +
      'Nothing was printed. If the state is of another ledger, or the service has replaced it, leave out --state, to read all days again\n',
  );
  expect(again.code).toBe(0);
  expect(requests).toBeGreaterThan(40);
});

test('fewer than three rows that are known do not end a run, nor does a service without any', async () => {
  at('2026-10-02T06:00:00Z');
  let rows = own.slice(0, 2);
  await using service = await startService((request) => serveLedger(rows)(request));
  const tap = openTap(service.url, {}, ofLedger);
  const first = await tap.run();
  rows = others;
  const other = await tap.run(stateIn(first.messages));
  rows = [];
  const none = await tap.run(stateIn(other.messages));

  expect([first.code, other.code, none.code]).toEqual([0, 0, 0]);
  expect(idsIn(other.messages)).toHaveLength(24);
});
