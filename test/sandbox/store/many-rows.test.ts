import { expect, onTestFinished, test, vi } from 'vitest';

import { createSandbox } from '../../../src/sandbox/index.ts';
import { checkRows } from '../../../src/sandbox/seed/check-rows.ts';
import type { SeedRow } from '../../../src/sandbox/seed/seed-rows.ts';
import type { StoredSession } from '../../../src/sandbox/store/session.ts';
import { Store } from '../../../src/sandbox/store/store.ts';
import type { Change } from '../../../src/sandbox/store/tables.ts';
import { openSession, purchase } from '../sessions.ts';

test('a payment and a refund read neither all sessions nor all transactions', async () => {
  const sandbox = createSandbox({ transactions: 0 });
  const list = vi.spyOn(Store.prototype, 'list');
  onTestFinished(() => list.mockRestore());
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox);
  sandbox.purchases.pay(checkoutSessionToken);
  sandbox.purchases.refund(purchaseId);

  expect(new Set(list.mock.calls.map(([table]) => table))).toEqual(new Set(['offers']));
});

test('the rows of a seed file are read a constant number of times, however many there are', () => {
  const readsPerRow = (count: number): number => {
    let reads = 0;
    const rows = Array.from({ length: count }, (_, index): SeedRow => {
      const id = String(index);
      const row: StoredSession = {
        checkoutSessionToken: `session-${id}`,
        purchaseId: `purchase-${id}`,
        state: 'open',
        createdAt: '2026-11-20T10:00:00Z',
        request: purchase(),
      };
      return {
        path: `sessions[${id}]`,
        get change(): Change {
          reads += 1;
          return { table: 'sessions', key: row.checkoutSessionToken, row };
        },
      };
    });
    expect(checkRows(rows, ['en'])).toEqual([]);
    return reads / count;
  };

  expect(readsPerRow(400)).toBe(readsPerRow(4));
});
