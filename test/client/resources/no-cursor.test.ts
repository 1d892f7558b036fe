import { expect, test } from 'vitest';

import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';
import { startService } from '../../support/service.ts';

const firstPage =
  '/reporting/financial-data/transactions?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z';
const report = { totalCount: 1, results: [transaction()] };

test.each([null, undefined])('a cursor or checkpoint of %s means none', async (none) => {
  await using service = await startService([{ json: report }]);
  const { transactions } = service.client();

  await transactions.getPage({ ...october, cursor: none });
  await transactions.list({ ...october, cursor: none, resume: none }).toArray({ max: 10 });

  expect(service.requests[0]?.url).toBe(firstPage);
  expect(service.requests.length).toBeGreaterThanOrEqual(2);
  expect(service.requests.filter(({ url }) => /cursor|null|resume/.test(url))).toEqual([]);
});
