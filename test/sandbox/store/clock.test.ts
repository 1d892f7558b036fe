import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { createPricePoint } from '../../../src/api/price-points.ts';
import { InvalidRequestError } from '../../../src/errors/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send } from '../send.ts';
import { pay } from '../sessions.ts';
import { newFile, openOn } from './files.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

test('the clock moves forward, and dates everything', async () => {
  const sandbox = createSandbox({ now });
  expect(sandbox.advance(86_400_000)).toEqual(new Date('2026-11-21T10:00:00Z'));
  expect(sandbox.advance(500).toISOString()).toBe('2026-11-21T10:00:00.500Z');
  expect(sandbox.state().clock).toBe('2026-11-21T10:00:00.500Z');
  const created = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(accepted(createPricePoint, created).lastUpdate).toBe('2026-11-21T10:00:00.500Z');
});

/** From the clock's start to the end of the year 9998. */
const farthest = Date.UTC(9999, 0, 1) - 1 - now().getTime();

test('the clock does not go back, or past the end of the year 9998', () => {
  const sandbox = createSandbox({ now });
  for (const milliseconds of [-1, Number.NaN, Infinity, -Infinity, 8.64e15, farthest + 1]) {
    expect(() => sandbox.advance(milliseconds)).toThrow(InvalidRequestError);
  }
  expect(sandbox.state().clock).toBe('2026-11-20T10:00:00.000Z');
});

test('at the latest time of the clock, everything works, and a data file can be opened again', async () => {
  const data = newFile();
  const first = openOn(data, { now, transactions: 0 });
  expect(first.advance(farthest).toISOString()).toBe('9998-12-31T23:59:59.999Z');
  await send(first, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  await pay(first);
  const before = first.state();
  expect(before.sessions).toMatchObject([{ createdAt: '9998-12-31T23:59:59.999Z', state: 'paid' }]);
  const seed = await (await first.fetch(`${first.baseUrl}/_sandbox/seed`)).text();
  await first.close();

  const again = openOn(data, { now, transactions: 0 });
  expect(again.state()).toEqual(before);
  const seedFile = join(dirname(data), 'seed.json');
  writeFileSync(seedFile, seed);
  expect(createSandbox({ now, transactions: 0, seedFile }).state()).toEqual(before);
});

test('reset sets the clock back', () => {
  const sandbox = createSandbox({ now });
  sandbox.advance(1000);
  sandbox.reset();
  expect(sandbox.state().clock).toBe('2026-11-20T10:00:00.000Z');
});

test('moving the clock does not move the generated ledger', async () => {
  const sandbox = createSandbox({ now, transactions: 5 });
  sandbox.advance(90 * 86_400_000);
  const query = 'startDate=2025-10-01T00:00:00Z&endDate=2026-11-01T00:00:00Z';
  const response = await send(sandbox, 'GET', `/reporting/financial-data/transactions?${query}`);
  expect(response.body).toMatchObject({ totalCount: 5 });
  expect(sandbox.ledger.period.end).toBe('2026-11-01T00:00:00.000Z');
});
