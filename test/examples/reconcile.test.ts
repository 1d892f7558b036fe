import { expect, test } from 'vitest';

import { inclusive, rowsAt, serveLedger } from '../support/ledger.ts';
import { startService, token } from '../support/service.ts';
import { openWorkplace } from './run-example.ts';

test('a month that is read twice in different ways has the same sums', async () => {
  await using workplace = await openWorkplace();
  const { code, out, err } = await workplace.run(['reconcile']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^5000 rows and [1-9]\d+ sums by currency and type agree$/m);
});

test('a second reading with another amount is reported with both sums', async () => {
  await using workplace = await openWorkplace();
  const rows = rowsAt([1, 1000, 2000]);
  const changed = rows.map((row, index) =>
    index === 1 ? { ...row, transactionDetails: { ...row.transactionDetails, amount: 1000 } } : row,
  );
  await using service = await startService((request) =>
    serveLedger(request.url.includes('sortDirection=desc') ? changed : rows, inclusive)(request),
  );
  const { code, out } = await workplace.run(
    ['reconcile', '--start', '2026-10-01T00:00:00Z', '--end', '2026-10-02T00:00:00Z'],
    { env: { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token } },
  );

  // 3 × 9.99 EUR, and 2 × 9.99 + 10.00 EUR
  expect(out).toMatch(/^Only in the first: EUR paid \{"rows":3,"amount":"2997",/m);
  expect(out).toMatch(/^Only in the second: EUR paid \{"rows":3,"amount":"2998",/m);
  expect(code).toBe(1);
});
