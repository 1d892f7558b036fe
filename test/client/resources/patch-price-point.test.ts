import { expect, test } from 'vitest';

import { PricePointDiffersError, type PricePointPatch, PublisherClient } from '../../../src/client/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { type LocalReply, serveInProcess } from '../../support/in-process.ts';
import { failureOf } from '../../support/service.ts';

type Row = (typeof pricePointRead.priceByCountry)[number];
const [template] = pricePointRead.priceByCountry;

/** A price point as it is read, with overrides by country and calculated prices in the other countries. */
function point(overrides: Readonly<Record<string, number>>, priceInUsdCents = 999, isOverridden?: unknown) {
  const rows = ['DE', 'FR', 'US', 'JP'].map((countryCode2) => ({
    ...(template as Row),
    countryCode2,
    price: overrides[countryCode2] ?? 10,
    isOverridden: isOverridden ?? countryCode2 in overrides,
  }));
  return { json: { ...pricePointRead, priceInUsdCents, priceByCountry: rows } } satisfies LocalReply;
}

const german: PricePointPatch = { priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] };

test('patch keeps each override that it does not name, in the sandbox, where an update removes them', async () => {
  const sandbox = createSandbox();
  const client = new PublisherClient(sandbox.clientOptions);
  await client.pricePoints.ensure({
    priceInUsdCents: 1234,
    priceOverrides: [
      { countryCode2: 'DE', price: 5.49 },
      { countryCode2: 'FR', price: 6.49 },
      { countryCode2: 'JP', price: 1500 },
    ],
  });

  const { priceByCountry } = await client.pricePoints.patch(1234, {
    updatedPriceInUsdCents: 1299,
    priceOverrides: [
      { countryCode2: 'FR', price: null },
      { countryCode2: 'GB', price: 7.25 },
    ],
  });

  const overridden = priceByCountry.filter(({ isOverridden }) => isOverridden);
  expect(new Map(overridden.map(({ countryCode2, price }) => [countryCode2, price]))).toEqual(
    new Map([
      ['DE', 5.49],
      ['JP', 1500],
      ['GB', 7.25],
    ]),
  );
  expect((await client.pricePoints.get(1299)).priceByCountry).toEqual(priceByCountry);
});

test.each<[string, PricePointPatch, object, Record<string, number>]>([
  [
    'an override',
    german,
    {
      priceOverrides: [
        { countryCode2: 'FR', price: 8 },
        { countryCode2: 'DE', price: 9.49 },
      ],
    },
    { FR: 8, DE: 9.49 },
  ],
  [
    'the base price alone',
    { updatedPriceInUsdCents: 1099 },
    { updatedPriceInUsdCents: 1099, priceOverrides: [{ countryCode2: 'FR', price: 8 }] },
    { FR: 8 },
  ],
  // A request without a base price may be rejected as empty.
  [
    'the removal of the last override',
    { priceOverrides: [{ countryCode2: 'FR', price: null }] },
    { updatedPriceInUsdCents: 999, priceOverrides: [] },
    {},
  ],
])('patch of %s reads, sends all overrides, and reads again', async (_, patch, body, after) => {
  const now = patch.updatedPriceInUsdCents ?? 999;
  const service = serveInProcess([point({ FR: 8 }), point(after, now), point(after, now)]);

  await service.client().pricePoints.patch(999, patch);

  expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/price-points/999',
    'PUT /v1/price-points/999',
    `GET /v1/price-points/${now}`,
  ]);
  expect(JSON.parse(service.requests[1]?.body ?? '')).toEqual(body);
});

test.each([
  ['one that was kept', { DE: 9.49 }, ['FR']],
  ['one that was set', { FR: 8, DE: 10.27 }, ['DE']],
  ['one that nobody set', { FR: 8, DE: 9.49, US: 1 }, ['US']],
])('patch names the countries whose price is not what was asked for: %s', async (_, after, countries) => {
  const service = serveInProcess([point({ FR: 8 }), point(after), point(after)]);

  const error = await failureOf(service.client().pricePoints.patch(999, german));

  expect(error).toBeInstanceOf(PricePointDiffersError);
  expect(error).toMatchObject({ outcome: 'applied', operation: 'pricePoints.patch' });
  expect((error as Error).message.endsWith(` ${countries.join(', ')}`)).toBe(true);
});

test('patch sends nothing if the service does not say which prices are overridden', async () => {
  const service = serveInProcess([point({}, 999, 'perhaps')]);
  const client = service.client({ onDrift: () => undefined });

  const error = await failureOf(client.pricePoints.patch(999, german));

  expect(error).toMatchObject({ name: 'PricePointDiffersError', outcome: 'not_sent' });
  expect(service.requests).toHaveLength(1);
});

test('an error of the last read says that the update was applied', async () => {
  const after = point({ FR: 8, DE: 9.49 });
  const service = serveInProcess([point({ FR: 8 }), after, { status: 403, json: { message: 'no' } }]);

  expect(await failureOf(service.client().pricePoints.patch(999, german))).toMatchObject({
    name: 'ForbiddenError',
    outcome: 'applied',
  });
});

test.each([
  [{}, 'patch'],
  [{ priceOverrides: [] }, 'patch'],
  [
    { priceOverrides: [...(german.priceOverrides ?? []), { countryCode2: 'DE', price: null }] },
    'priceOverrides',
  ],
  [{ priceOverrides: [{ countryCode2: 'Germany', price: 1 }] }, 'priceOverrides[0].countryCode2'],
  [{ priceOverrides: [{ countryCode2: 'DE', price: '9.49' }] }, 'priceOverrides[0].price'],
])('patch rejects %j before any request', async (patch, path) => {
  const service = serveInProcess([]);

  const error = await failureOf(service.client().pricePoints.patch(999, patch as PricePointPatch));

  expect(error).toMatchObject({ name: 'InvalidRequestError', issues: [{ path }] });
  expect(service.requests).toEqual([]);
});
