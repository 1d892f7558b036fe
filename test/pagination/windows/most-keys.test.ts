// @module-tag isolated
import { expect, test, vi } from 'vitest';

import { PaginationError } from '../../../src/index.ts';
import { rowsAt } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';
import { rowsOf, serveDistorted } from '../../support/unreliable-ledger.ts';

// A million rows would take long to deliver.
vi.mock(import('../../../src/pagination/windows/delivered-keys.ts'), async (original) => ({
  ...(await original()),
  maxKeys: 30,
}));

test('when windows have delivered more rows than keys are kept of, giving them up is an error with its place', async () => {
  const even = rowsAt(Array.from({ length: 200 }, (_, row) => row * 18_000));
  const distort = rowsOf['ignores dates in rows of the second half of the range'];
  await using service = await startService(serveDistorted(even, distort));
  const client = service.client({ onDrift: () => undefined });
  const range = { ...firstHour, limit: 10 };
  const ids: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { transactionDetails } of client.transactions.list({ ...range, windows: 4 })) {
      ids.push(transactionDetails.id);
    }
  };
  const error = await failureOf(read());

  expect(error).toBeInstanceOf(PaginationError);
  expect(ids.length).toBeGreaterThan(30);
  expect(ids).toEqual(even.slice(0, ids.length).map(({ transactionDetails }) => transactionDetails.id));
  expect(error).toMatchObject({
    checkpoint: { rows: ids.length },
    message: expect.stringContaining('start the range again without windows') as string,
  });
});
