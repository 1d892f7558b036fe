import { expect, test, vi } from 'vitest';

import {
  ApiError,
  type PublisherClient,
  RateLimitError,
  UnauthorizedError,
} from '../../../src/client/index.ts';
import { offer, offerReport } from '../../literals/offers.ts';
import { failureOf, startService } from '../../support/service.ts';

/** A response with HTTP status 200 whose body has another one (§4.13). */
const bodyWith = (status: unknown, message = 'no') => ({
  json: { result: { totalCount: 0, offers: [] }, status, message },
});

test.each([
  { name: 'getPage', send: ({ offers }: PublisherClient) => offers.getPage() },
  { name: 'list', send: ({ offers }: PublisherClient) => offers.list().toArray({ max: 5 }) },
])('a status of 401 in the body is an error of $name, never an empty list', async ({ send }) => {
  await using service = await startService([bodyWith(401, 'Publisher not found')]);

  const error = await failureOf(send(service.client()));

  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({
    status: 401,
    reason: 'publisher_not_found',
    operation: 'offers.list',
    attempts: 1,
    body: { result: { totalCount: 0, offers: [] }, status: 401, message: 'Publisher not found' },
    message: expect.stringContaining('offers.list: Publisher not found (status 401)') as string,
  });
});

test('a status in the body is an error whatever else the body has', async () => {
  await using service = await startService([
    { json: { ...offerReport, result: { totalCount: 1, offers: [offer] }, status: 400 } },
    { json: { result: null, status: '418', message: 'teapot' } },
  ]);
  const client = service.client();

  expect(await failureOf(client.offers.getPage())).toMatchObject({ name: 'BadRequestError', status: 400 });
  const error = await failureOf(client.offers.getPage());
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'api_error', status: 418 });
});

test.each([408, 429, 500, 503])('a status of %i in the body is retried', async (status) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await using service = await startService([bodyWith(status), { json: offerReport }]);

  const page = await service.client().offers.getPage();

  expect(page.offers).toEqual([offer]);
  expect(service.requests).toHaveLength(2);
});

test('the Retry-After header of a response with a status of 429 in the body is obeyed', async () => {
  await using service = await startService([{ ...bodyWith(429), headers: { 'retry-after': '3600' } }]);

  const error = await failureOf(service.client().offers.getPage());

  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfter: 3_600_000, attempts: 1 });
});

test.each([
  { status: 200, message: 'OK' },
  { status: 399, message: 'cached' },
  { status: 0, message: '' },
])('a page has the status $status and the message of its body', async ({ status, message }) => {
  await using service = await startService([{ json: { ...offerReport, status, message } }]);

  expect(await service.client().offers.getPage()).toEqual({
    offers: [offer],
    totalCount: 1,
    offset: 0,
    status,
    message,
  });
});

test.each([{ status: null }, { status: '200' }, { status: undefined }])(
  'a status that is not a number is delivered and reported: %j',
  async ({ status }) => {
    await using service = await startService([{ json: { ...offerReport, status } }]);
    const drift: unknown[] = [];
    const client = service.client({ onDrift: (event) => void drift.push(event) });

    expect(await client.offers.getPage()).toMatchObject({ offers: [offer], message: 'OK' });
    expect(drift).toMatchObject([{ path: 'status' }]);
  },
);

test('a status in the body of another operation means nothing', async () => {
  await using service = await startService([{ json: { pricePoints: [], status: 500 } }]);

  expect(await service.client().pricePoints.list()).toEqual({ pricePoints: [], status: 500 });
});
