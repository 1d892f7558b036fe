import { beforeAll, expect, test, vi } from 'vitest';

import { documentedErrors } from '../../../src/client/errors/documented-errors.ts';
import * as main from '../../../src/client/index.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const { isPublisherError } = main;
let twin: typeof main;

beforeAll(async () => {
  vi.resetModules();
  twin = await import('../../../src/client/index.ts');
});

/** The class of each documented reason, and the family of details that its type promises; `any` is no promise. */
const promises: Readonly<Record<main.ApiErrorReason, readonly [name: string, family: string]>> = {
  end_date_not_after_start_date: ['BadRequestError', 'any'],
  invalid_sort_direction: ['BadRequestError', 'any'],
  token_required: ['UnauthorizedError', 'any'],
  publisher_not_found: ['UnauthorizedError', 'any'],
  authorization_failed: ['UnauthorizedError', 'any'],
  transactions_failed: ['ServerError', 'any'],
  bad_request: ['BadRequestError', 'portalContent'],
  unauthorized: ['UnauthorizedError', 'portalContent'],
  content_not_found: ['NotFoundError', 'portalContent'],
  slug_exists: ['ConflictError', 'portalContent'],
  payload_too_large: ['PayloadTooLargeError', 'portalContent'],
  internal_server_error: ['ServerError', 'portalContent'],
  invalid_body: ['BadRequestError', 'pricePoint'],
  country_not_found: ['BadRequestError', 'pricePoint'],
  price_point_not_found: ['NotFoundError', 'pricePoint'],
  price_point_exists: ['ConflictError', 'pricePoint'],
  schema_validation: ['BadRequestError', 'personalization'],
};

/** Bodies that may carry a message: those of §7, and one that no section shows. */
const shapes: readonly ((message: string) => unknown)[] = [
  (message) => ({ message: [{ validationErrorNumber: 1, error: message }] }),
  (message) => ({ message, body: 'What is wrong.' }),
  (message) => ({ message }),
];

test.each(documentedErrors)(
  'the class and the details of $reason are those of its type, in whatever body its message is received',
  async ({ reason, message: template }) => {
    const message = template.replace('<country_code>', 'XK').replace('<price_in_usd_cents>', '999');
    const bodies = shapes.map((shape) => shape(message));
    await using service = await startService(
      bodies.flatMap((json) => [0, 1, 2, 3].map(() => ({ status: 418, json }))),
    );
    const client = service.client({ retry: false });
    const known = [];
    for (let index = 0; index < bodies.length; index += 1) {
      known.push(
        await failureOf(client.pricePoints.get(999)),
        await failureOf(client.content.get('welcome')),
        await failureOf(client.transactions.getPage(october)),
        await failureOf(client.personalization.refreshSpecificActivePlayers(['player-1'])),
      );
    }
    const found = known.filter((error) => (error as main.ApiError).reason === reason);
    const [name, family] = promises[reason];

    expect(found.length).toBeGreaterThan(0);
    for (const error of found) {
      expect(error).toMatchObject({ name });
      if (family !== 'any') expect(error).toMatchObject({ details: { family } });
      if (reason === 'country_not_found') expect(error).toMatchObject({ details: { countryCode2: 'XK' } });
      if (reason === 'schema_validation')
        expect(error).toMatchObject({ details: { failures: expect.any(Array) as unknown } });
    }
  },
);

test('an error of a call or a constructor is recognized, also by another copy of the package', async () => {
  for (const { PublisherClient } of [main, twin]) {
    const client = new PublisherClient({ baseUrl: 'http://127.0.0.1:1', token: 'token', retry: false });
    const errors = [
      await failureOf(client.pricePoints.list()),
      await failureOf(new Promise(() => new PublisherClient({ baseUrl: 'nowhere', token: 'token' }))),
    ];

    expect(errors).toMatchObject([{ code: 'connection' }, { code: 'configuration' }]);
    for (const error of errors)
      expect([isPublisherError(error), twin.isPublisherError(error)]).toEqual([true, true]);
  }
});

class OwnError extends main.PublisherError {
  // A user's own code, which the types do not allow.
  readonly code = 'own' as 'timeout';
}

/** That all others are recognized is in test/client/errors/error-classes.test.ts. */
test('your own subclass of PublisherError is recognized, also by another copy of the package', () => {
  const error = new OwnError('own');

  expect([isPublisherError(error), twin.isPublisherError(error)]).toEqual([true, true]);
});

test.each([
  ['your own abort reason', AbortSignal.abort().reason],
  ['another error', new Error('other')],
  ['an object that looks like one', { name: 'TimeoutError', code: 'timeout' }],
  ['nothing', null],
  ['a proxy that was revoked', revoked()],
  ['an object whose prototype cannot be read', new Proxy({}, { getPrototypeOf: () => fail() })],
  [
    'an object whose constructor throws',
    Object.create({
      get constructor() {
        return fail();
      },
    }),
  ],
  ['an object whose constructor is a revoked proxy', Object.create({ constructor: revoked() })],
])('%s is no error of this package', (_, value) => {
  expect(isPublisherError(value)).toBe(false);
  expect(value instanceof main.TimeoutError).toBe(false);
  expect(value instanceof OwnError).toBe(false);
});

function fail(): never {
  throw new Error('a trap');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable(() => undefined, {});
  revoke();
  return proxy;
}
