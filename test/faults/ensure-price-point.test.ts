import { inspect } from 'node:util';

import { afterEach, expect, test, vi } from 'vitest';

import {
  type CallOptions,
  type ClientOptions,
  ConnectionError,
  type PricePoint,
  PricePointDiffersError,
  PublisherClient,
} from '../../src/client/index.ts';
import { pricePoint } from '../literals/price-points.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';
import { failureOf, token } from '../support/service.ts';
import {
  brokenJson,
  closedAfterWork,
  cutBody,
  good,
  html,
  mismatch,
  resetBeforeResponse,
  silence,
  status,
} from './actions.ts';
import { type RawRequest, RawService } from './raw-service.ts';

type Action = typeof good;

afterEach(() => void vi.restoreAllMocks());

// What `test/literals/price-points.ts` holds: Germany overridden, Japan calculated.
const wanted = { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 9.99 }] };
const [germany, japan] = pricePoint.priceByCountry;

const exists = status(409, {}, false, {
  message: 'Cannot create new pricing. The price point already exists.',
});
const notFound = status(404, {}, false, { message: 'Price point 999 not found.' });

/**
 * A service with one price point at most. It does what is planned for its creates and reads, in order, and then works
 * as documented. Its ledger, `applied`, has every create that it did.
 */
async function openService(
  plan: { readonly creates?: readonly Action[]; readonly reads?: readonly Action[] },
  stored?: unknown,
) {
  const creates = [...(plan.creates ?? [])];
  const reads = [...(plan.reads ?? [])];
  const state = { stored };
  const raw = new RawService(
    () => state.stored ?? pricePoint,
    (_, { method }) => {
      const isCreate = method === 'POST';
      const planned = (isCreate ? creates : reads).shift() ?? good;
      if (!planned.applies) return planned;
      if (!isCreate) return state.stored === undefined ? notFound : planned;
      if (state.stored !== undefined) return exists;
      state.stored = pricePoint;
      return planned;
    },
  );
  await raw.open();
  const isCreate = ({ method }: RawRequest): boolean => method === 'POST';
  return {
    raw,
    client: (options: ClientOptions = {}) =>
      new PublisherClient({ baseUrl: raw.url, token, retry: false, ...options }),
    /** Creates received, creates that were done, and reads received. */
    counts: () => [
      raw.received.filter(isCreate).length,
      raw.applied.filter(isCreate).length,
      raw.received.filter((request) => !isCreate(request)).length,
    ],
    [Symbol.asyncDispose]: () => raw.close(),
  };
}

test('a price point that does not exist is created, and not read', async () => {
  await using service = await openService({});

  expect(await service.client().pricePoints.ensure(wanted)).toEqual(pricePoint);
  expect(service.counts()).toEqual([1, 1, 0]);
  expect(JSON.parse(service.raw.applied[0]?.body ?? '')).toEqual(wanted);
});

test.each([
  ['is cut', cutBody],
  ['lacks an essential field', mismatch],
  ['never arrives', silence],
  ['is replaced by a closed connection', closedAfterWork],
  ['is a 502 of a proxy', status(502, {}, true)],
])('a create whose response %s is done once, and read', async (_, fault) => {
  await using service = await openService({ creates: [fault] });
  // Long enough for the response to the read, also on a busy machine.
  const client = service.client(fault === silence ? { timeout: 2500 } : {});

  expect(await client.pricePoints.ensure(wanted)).toEqual(pricePoint);
  expect(service.counts()).toEqual([1, 1, 1]);
});

test('a create that was rejected with 429 is retried, and then done once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await using service = await openService({ creates: [status(429), cutBody, cutBody] });

  expect(await service.client({ retry: { limit: 2 } }).pricePoints.ensure(wanted)).toEqual(pricePoint);
  expect(service.counts()).toEqual([2, 1, 1]);
});

test.each([
  ['the same override', wanted, pricePoint],
  ['no overrides', { priceInUsdCents: 999 }, { ...pricePoint, priceByCountry: [japan] }],
  [
    'two overrides in another order',
    {
      priceInUsdCents: 999,
      priceOverrides: [
        { countryCode2: 'JP', price: 1500 },
        { countryCode2: 'DE', price: 9.99 },
      ],
    },
    { ...pricePoint, priceByCountry: [germany, { ...japan, isOverridden: true }] },
  ],
])('a price point that exists with %s is returned', async (_, input, stored) => {
  await using service = await openService({}, stored);

  expect(await service.client().pricePoints.ensure(input)).toEqual(stored);
  expect(service.counts()).toEqual([1, 0, 1]);
});

const onlyGermany = (fields: object): unknown => ({
  ...pricePoint,
  priceByCountry: [{ ...germany, ...fields }, japan],
});

test.each([
  ['another price for a country', wanted, onlyGermany({ price: 9.49 }), 'DE'],
  ['a calculated price that is the same', wanted, onlyGermany({ isOverridden: false }), 'DE'],
  ['an override that was not asked for', { priceInUsdCents: 999 }, pricePoint, 'DE'],
  ['no price in a country', wanted, { ...pricePoint, priceByCountry: [japan] }, 'DE'],
  ['the country in lower case', wanted, onlyGermany({ countryCode2: 'de' }), 'de, DE'],
  ['another base price', wanted, { ...pricePoint, priceInUsdCents: 998 }, 'priceInUsdCents'],
  ['no word on overrides', { priceInUsdCents: 999 }, onlyGermany({ isOverridden: null }), 'DE'],
  [
    'no prices by country',
    { priceInUsdCents: 999 },
    { ...pricePoint, priceByCountry: null },
    'priceByCountry',
  ],
  ['prices that are not a list', wanted, { ...pricePoint, priceByCountry: 'all' }, 'priceByCountry'],
  [
    'one of two prices asked for a country',
    { ...wanted, priceOverrides: [...wanted.priceOverrides, { countryCode2: 'DE', price: 8.99 }] },
    pricePoint,
    'DE',
  ],
])('a price point that exists with %s is a conflict', async (_, input, stored, differences) => {
  await using service = await openService({}, stored);
  const client = service.client({ onDrift: () => undefined });

  const error = await failureOf(client.pricePoints.ensure(input));

  expect(error).toBeInstanceOf(PricePointDiffersError);
  expect(error).toMatchObject({
    name: 'PricePointDiffersError',
    code: 'price_point_differs',
    operation: 'pricePoints.ensure',
    outcome: 'rejected',
    message:
      'pricePoints.ensure: price point 999 exists, but is not what was asked for: it differs in ' +
      differences,
  });
  expect((error as PricePointDiffersError).pricePoint).toEqual(stored);
  expect(inspect(error)).not.toContain('priceByCountry:');
  expect(service.counts()).toEqual([1, 0, 1]);
});

test.each([
  ['applied', cutBody],
  ['unknown', closedAfterWork],
])('a price point that differs after a create that is %s has that outcome', async (outcome, fault) => {
  await using service = await openService({ creates: [fault] });

  const error = await failureOf(service.client().pricePoints.ensure({ priceInUsdCents: 999 }));

  expect(error).toMatchObject({ code: 'price_point_differs', outcome, pricePoint });
  expect(service.counts()).toEqual([1, 1, 1]);
});

test.each([
  ['was not done', [resetBeforeResponse], { name: 'ConnectionError', outcome: 'unknown' }],
  ['was cut', [{ ...cutBody, applies: false }], { name: 'ConnectionError', outcome: 'applied' }],
  ['was a conflict', [exists], { name: 'ConflictError', reason: 'price_point_exists', outcome: 'rejected' }],
])('if no price point is found after a create that %s, its error is thrown', async (_, creates, expected) => {
  await using service = await openService({ creates });

  const error = await failureOf(service.client().pricePoints.ensure(wanted));

  expect(error).toMatchObject({ ...expected, operation: 'pricePoints.create' });
  expect(service.counts()).toEqual([1, 0, 1]);
});

test.each([
  ['rejected with 403', status(403), { name: 'ForbiddenError', status: 403 }],
  ['lost', resetBeforeResponse, { name: 'ConnectionError' }],
  ['incomplete', { ...cutBody, applies: false }, { name: 'ConnectionError' }],
  ['not as documented', { ...mismatch, applies: false }, { name: 'ResponseValidationError' }],
])('the error of a read that is %s has the outcome of the create', async (_, read, expected) => {
  const hints = { unknown: 'may have been applied', applied: 'was applied', rejected: 'was rejected' };
  for (const [outcome, create] of [
    ['unknown', closedAfterWork],
    ['applied', cutBody],
    ['rejected', exists],
  ] as const) {
    await using service = await openService({ creates: [create], reads: [read] });

    const error = await failureOf(service.client().pricePoints.ensure(wanted));

    expect(error).toMatchObject({
      ...expected,
      operation: 'pricePoints.get',
      outcome,
      message: expect.stringMatching(
        new RegExp(`^pricePoints\\.get: .*\\. The create before it ${hints[outcome]}$`),
      ) as string,
    });
    expect(service.counts()).toEqual([1, outcome === 'rejected' ? 0 : 1, 1]);
  }
});

test.each([
  ['an unsupported country', status(400, {}, false, { message: 'Invalid request body.' }), 'BadRequestError'],
  ['a conflict without the documented message', status(409), 'ConflictError'],
  ['an unknown token', status(401), 'UnauthorizedError'],
])('a create that is rejected for %s is not read', async (_, rejection, name) => {
  await using service = await openService({ creates: [rejection] });

  const error = await failureOf(service.client().pricePoints.ensure(wanted));

  expect(error).toMatchObject({ name, operation: 'pricePoints.create', outcome: 'rejected' });
  expect(service.counts()).toEqual([1, 0, 0]);
});

test('a create that was not sent is not read', async () => {
  const service = await openService({});
  const client = service.client();
  await service.raw.close();

  expect(await failureOf(client.pricePoints.ensure(wanted))).toMatchObject({
    name: 'ConnectionError',
    outcome: 'not_sent',
  });
  expect(await failureOf(client.pricePoints.ensure({ priceInUsdCents: 9.99 }))).toMatchObject({
    name: 'InvalidRequestError',
    outcome: 'not_sent',
  });
  expect(service.counts()).toEqual([0, 0, 0]);
});

test('an abort during the create or the read rejects with its own reason', async () => {
  for (const method of ['POST', 'GET']) {
    const controller = new AbortController();
    const abort: Action = { applies: true, write: () => controller.abort(new Error('enough')) };
    const plan = method === 'POST' ? { creates: [abort] } : { creates: [cutBody], reads: [abort] };
    await using service = await openService(plan);

    const options = { signal: controller.signal };
    const error = await failureOf(service.client().pricePoints.ensure(wanted, options));

    expect(error).toBe(controller.signal.reason);
    expect(service.counts()).toEqual([1, 1, method === 'POST' ? 0 : 1]);
  }
});

test('a reason that is an error of this package is thrown unchanged, also by an abort during the read', async () => {
  const controller = new AbortController();
  const ours = new ConnectionError('shutting down', {});
  const abort: Action = { applies: true, write: () => controller.abort(ours) };
  await using service = await openService({ creates: [cutBody], reads: [abort] });

  const error = await failureOf(service.client().pricePoints.ensure(wanted, { signal: controller.signal }));

  expect(error).toBe(ours);
  expect(ours).toMatchObject({ message: 'shutting down', outcome: undefined });
});

test('the options apply to the create and to the read', async () => {
  await using service = await openService({ creates: [silence], reads: [silence] });
  const operations: string[] = [];
  const options: CallOptions = {
    timeout: 1000,
    headers: { 'x-trace': 'trace-1' },
    onResponse: ({ operation, error }) => void operations.push(`${operation} ${String(error)}`),
  };

  const error = await failureOf(service.client({ timeout: 60_000 }).pricePoints.ensure(wanted, options));

  expect(error).toMatchObject({ name: 'TimeoutError', operation: 'pricePoints.get', outcome: 'unknown' });
  expect(operations).toEqual(['pricePoints.create timeout', 'pricePoints.get timeout']);
  expect(service.raw.received.map(({ head }) => /x-trace: (.*)/.exec(head)?.[1])).toEqual([
    'trace-1',
    'trace-1',
  ]);
});

test('a token that is echoed in a price point is redacted in the error', async () => {
  await using service = await openService({}, onlyGermany({ countryCode2: token, country: token }));

  const error = await failureOf(service.client().pricePoints.ensure(wanted));

  expect(error).toMatchObject({ pricePoint: { priceByCountry: [{ country: '[token]' }, japan] } });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(token);
});

test('whatever fails, at most one create is done, and what is returned is what was asked for', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const fault = fc.constantFrom(
    ...[good, cutBody, brokenJson, html, closedAfterWork, resetBeforeResponse, exists],
    ...[status(429), status(500), status(502, {}, true), status(400)],
  );
  const faults = fc.array(fault, { maxLength: 4 });
  const seen = { failed: 0, created: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(faults, faults, fc.boolean(), async (creates, reads, before) => {
      await using service = await openService({ creates, reads }, before ? pricePoint : undefined);
      const ensure = service.client({ retry: { limit: 2 } }).pricePoints.ensure(wanted);
      const result = await ensure.catch((error: unknown) => error as Error);

      const [, done = 0] = service.counts();
      expect(done).toBeLessThanOrEqual(before ? 0 : 1);
      if (result instanceof Error) {
        expect(result).toHaveProperty('outcome');
        // A create that was done is never reported as one that changed nothing.
        if (done === 1) expect(['applied', 'unknown']).toContain((result as { outcome?: unknown }).outcome);
      } else {
        expect(result satisfies PricePoint).toEqual(pricePoint);
        expect(before || done === 1).toBe(true);
      }
      seen[result instanceof Error ? 'failed' : done === 1 ? 'created' : 'found'] += 1;
    }),
    { numRuns: 60 },
  );

  expectOccurrences(seen, { failed: 15, created: 8, found: 6 });
});
