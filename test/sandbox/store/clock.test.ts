import { expect, test } from 'vitest';

import { createPricePoint } from '../../../src/client/api/price-points.ts';
import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send } from '../send.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

test('the clock moves forward, and dates everything', async () => {
  const sandbox = createSandbox({ now });
  expect(sandbox.advance(86_400_000)).toEqual(new Date('2026-11-21T10:00:00Z'));
  expect(sandbox.advance(500).toISOString()).toBe('2026-11-21T10:00:00.500Z');
  expect(sandbox.state().clock).toBe('2026-11-21T10:00:00.500Z');
  const created = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(accepted(createPricePoint, created).lastUpdate).toBe('2026-11-21T10:00:00.500Z');
});

test('the clock does not go back, or further than 100 years at once', () => {
  const sandbox = createSandbox({ now });
  for (const milliseconds of [-1, 0.5, Number.NaN, Infinity, -Infinity, 3_155_760_000_001]) {
    expect(() => sandbox.advance(milliseconds)).toThrow(ConfigurationError);
  }
  expect(sandbox.state().clock).toBe('2026-11-20T10:00:00.000Z');
});

test('moving the clock does not move the generated ledger', async () => {
  const sandbox = createSandbox({ now, transactions: 5 });
  sandbox.advance(90 * 86_400_000);
  const query = 'startDate=2025-10-01T00:00:00Z&endDate=2027-11-01T00:00:00Z';
  const response = await send(sandbox, 'GET', `/reporting/financial-data/transactions?${query}`);
  expect(response.body).toMatchObject({ totalCount: 5 });
  expect(sandbox.ledger.period.end).toBe('2026-11-20T00:00:00.000Z');
});
