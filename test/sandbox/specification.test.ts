// What the sandbox responds over HTTP, to any program. Expected responses are typed by hand from the specification.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { operations } from '../../src/client/api/operations.ts';
import { createSandbox, type SandboxServer } from '../../src/sandbox/index.ts';
import { everyPath, fieldName } from '../client/api/json-tools.ts';
import { documentedResponses } from '../literals/documented-responses.ts';
import { purchase } from './sessions.ts';

const sandbox = createSandbox({ transactions: 500 });
let server: SandboxServer;
beforeAll(async () => {
  server = await sandbox.listen();
});
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request, with the publisher's token unless another one is given. */
async function call(method: string, path: string, body?: unknown, tokens?: string[]): Promise<Received> {
  const response = await fetch(server.url + path, {
    method,
    headers: (tokens ?? [sandbox.token]).map((token): [string, string] => ['x-publisher-token', token]),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const report = '/reporting/financial-data/transactions';
const range = 'startDate=2000-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z';
const content = '/v1/portal-content/content-1';
const translation = `${content}/translations/de`;
const point = '/v1/price-points';
const refresh = '/store/v1/personalization/refresh-specific-active-players';

/** A request for each operation, if its path alone is not enough. */
const requests: Readonly<Record<string, readonly [path: string, body?: unknown]>> = {
  'transactions.list': [`${report}?${range}&limit=100`],
  'content.get': [content],
  'content.upsertTranslation': [translation, { title: 'Der Drache' }],
  'pricePoints.create': [point, { priceInUsdCents: 1 }],
  'pricePoints.get': [`${point}/999`],
  'pricePoints.update': [`${point}/999`, { updatedPriceInUsdCents: 1999 }],
  'pricePoints.delete': [`${point}/999`],
  'translations.set': ['/v1/translations', {}],
  'promoCodes.create': [
    '/coupons/coupon/launch/promo-codes',
    { promoCodes: [{ name: 'LAUNCH10', maxRedemptions: 1000, active: true }] },
  ],
  'personalization.refreshSpecificActivePlayers': [refresh, { playerIds: ['1', '2'] }],
  'checkout.createSession': ['/checkout/v1/session', purchase()],
};

test.each(documentedResponses)(
  '$operation responds with every documented field, and no other',
  async ({ operation: name, request, literal, arbitrary = [] }) => {
    await call('POST', point, { priceInUsdCents: 999 });
    const [, method, template] = request;
    const [path, sent] = requests[name] ?? [template];
    const { status, body } = await call(method, path, sent);

    expect(status).toBe(200);
    const output = operations.find((one) => one.name === name)?.output ?? expect.fail(name);
    expect(output.parse(body)).toEqual(body);
    const fieldsOf = (document: unknown): string[] => {
      const fields = new Set(everyPath(document).map(fieldName));
      return [...fields].filter((field) => !arbitrary.some((one) => field.startsWith(one))).sort();
    };
    // It is in input only (§2.1).
    expect(fieldsOf(body)).toEqual(fieldsOf(literal).filter((field) => !field.endsWith('.playerIp')));
  },
);

function reportError(status: number, error: string, message: string, path: string): Received {
  return {
    status,
    body: {
      statusCode: status,
      error,
      message: [{ validationErrorNumber: 1, error: message }],
      requestUrl: server.url + path,
    },
  };
}

test('7.1: every error of the transaction report', async () => {
  const reversed = `${report}?startDate=2026-02-01T00:00:00Z&endDate=2026-01-01T00:00:00Z`;
  expect(await call('GET', reversed)).toEqual(
    reportError(400, 'Bad Request', 'endDate must be after startDate', reversed),
  );
  const sideways = `${report}?${range}&sortDirection=sideways`;
  expect(await call('GET', sideways)).toEqual(
    reportError(400, 'Bad Request', 'sortDirection must be either "asc" or "desc"', sideways),
  );
  const path = `${report}?${range}`;
  for (const [tokens, message] of [
    [[], 'Publisher token is required'],
    [['nobody'], 'Publisher not found'],
    [[sandbox.token, sandbox.token], 'Failed to authorize publisher token'],
  ] as const) {
    expect(await call('GET', path, undefined, [...tokens])).toEqual(
      reportError(401, 'Unauthorized', message, path),
    );
  }
  sandbox.fail({ operation: 'transactions.list', status: 500 });
  expect(await call('GET', path)).toEqual(
    reportError(500, 'Internal Server Error', 'Failed to get transactions', path),
  );
});

const get = '/v1/portal-content/{contentId}';
const put = '/v1/portal-content/{contentId}/translations/{isoCode}';
/** An error of an operation, which is named by its path. */
function contentError(status: number, message: string, text: string): (template: string) => Received {
  return (template) => ({ status, body: { message, requestUrl: template, body: text } });
}
const badRequest = contentError(400, 'BAD_REQUEST', 'Invalid request body or validation error.');
const unauthorized = contentError(401, 'UNAUTHORIZED', 'Invalid or missing publisher token.');
const notFound = contentError(404, 'NOT_FOUND', 'Content not found.');
const conflict = contentError(409, 'CONFLICT', 'Slug already exists.');
const tooLarge = contentError(413, 'PAYLOAD_TOO_LARGE', 'Request payload is too large.');
const serverError = contentError(500, 'INTERNAL_SERVER_ERROR', 'Server error.');

test('7.2: every error of portal content', async () => {
  expect(await call('PUT', translation, { title: 7 })).toEqual(badRequest(put));
  expect(await call('PUT', translation, '{')).toEqual(badRequest(put));
  expect(await call('PUT', `${content}/translations/xx`, { title: 'x' })).toEqual(badRequest(put));
  expect(await call('GET', content, undefined, [])).toEqual(unauthorized(get));
  expect(await call('PUT', translation, {}, [])).toEqual(unauthorized(put));
  expect(await call('GET', '/v1/portal-content/lost')).toEqual(notFound(get));
  expect(await call('PUT', '/v1/portal-content/lost/translations/de', {})).toEqual(notFound(put));
  sandbox.fail({ operation: 'content.upsertTranslation', reason: 'slug_exists' });
  expect(await call('PUT', translation, {})).toEqual(conflict(put));
  expect(await call('PUT', translation, { title: 'x'.repeat(1_100_000) })).toEqual(tooLarge(put));
  sandbox.fail({ operation: '*', status: 500, times: 2 });
  expect(await call('GET', content)).toEqual(serverError(get));
  expect(await call('PUT', translation, {})).toEqual(serverError(put));
});

test('7.3: every error of price points', async () => {
  await call('POST', point, { priceInUsdCents: 999 });
  await call('POST', point, { priceInUsdCents: 1999 });
  const overridden = { priceOverrides: [{ countryCode2: 'XX', price: 1 }] };
  const unknownCountry = 'Country code XX not found in existing custom pricing.';
  const exists = 'Cannot create new pricing. The price point already exists.';
  for (const [method, path, body, status, message] of [
    ['POST', point, { priceInUsdCents: 'free' }, 400, 'Invalid request body.'],
    ['PUT', `${point}/999`, {}, 400, 'Invalid request body.'],
    ['POST', point, { priceInUsdCents: 5, ...overridden }, 400, unknownCountry],
    ['PUT', `${point}/999`, overridden, 400, unknownCountry],
    ['PUT', `${point}/123`, { updatedPriceInUsdCents: 5 }, 404, 'Price point 123 not found.'],
    ['POST', point, { priceInUsdCents: 999 }, 409, exists],
    ['PUT', `${point}/999`, { updatedPriceInUsdCents: 1999 }, 409, exists],
  ] as const) {
    expect(await call(method, path, body), `${method} ${message}`).toEqual({ status, body: { message } });
  }
  expect(sandbox.state().pricePoints).toMatchObject([{ priceInUsdCents: 999 }, { priceInUsdCents: 1999 }]);
});

test('7.4: the error of personalization by player ids', async () => {
  const failures = {
    array: 'playerIds must be an array',
    length: 'playerIds must contain at least 1 element',
    string: 'every value in playerIds must be a string',
  };
  const all = [failures.string, failures.length, failures.array];
  for (const [sent, named] of [
    [{ playerIds: [1, 'a'] }, [failures.string]],
    [{ playerIds: [] }, [failures.length]],
    [{ playerIds: 'a' }, all],
    ['null', all],
    ['{', all],
  ] as const) {
    expect(await call('POST', refresh, sent)).toEqual({
      status: 400,
      body: { message: 'Schema Validation Error', requestUrl: refresh, body: named.join(', ') },
    });
  }
  expect(sandbox.state().personalization).toEqual([]);
});
