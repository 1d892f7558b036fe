import { expect, test } from 'vitest';

import type { DriftEvent } from '../../../src/client/index.ts';
import { checkoutSession } from '../../literals/small-responses.ts';
import { failureOf, startService } from '../../support/service.ts';

const purchase = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1' },
};
const ids = { checkoutSessionToken: 'eyJhbGciOi.checkout.session', purchaseId: 'purchase-1001' };
const oldUrl = 'https://checkout.example.com/old/eyJ';

test.each([
  ['undefined', { ...ids, url: oldUrl }],
  ['null', { ...ids, url: oldUrl, parsedUrl: null }],
  ['object', { ...ids, url: oldUrl, parsedUrl: {} }],
])('a session with url, and parsedUrl as %s, has the url as both, which is drift', async (received, json) => {
  await using service = await startService([{ json }]);
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });

  expect(await client.checkout.createSession(purchase)).toEqual({ ...ids, url: oldUrl, parsedUrl: oldUrl });
  expect(events).toEqual([
    {
      operation: 'checkout.createSession',
      callId: expect.any(String) as string,
      path: 'parsedUrl',
      expected: 'string',
      received,
    },
  ]);
});

test('a session with both URLs keeps them', async () => {
  await using service = await startService([{ json: checkoutSession }]);

  expect(await service.client().checkout.createSession(purchase)).toEqual(checkoutSession);
});

test.each([
  ['without a URL', ids, 'tolerant'],
  ['whose URLs are no strings', { ...ids, url: 7, parsedUrl: null }, 'tolerant'],
  ['with the older URL in strict mode', { ...ids, url: oldUrl }, 'strict'],
] as const)('a session %s is applied, and the error has its token and purchase id', async (...row) => {
  const [, json, responseValidation] = row;
  await using service = await startService([{ json }]);

  const error = await failureOf(service.client({ responseValidation }).checkout.createSession(purchase));

  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    outcome: 'applied',
    issues: expect.arrayContaining([expect.objectContaining({ path: 'parsedUrl' })]) as object,
    body: json,
  });
  expect(service.requests).toHaveLength(1);
});
