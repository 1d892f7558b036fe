import { expect, test } from 'vitest';

import type { WithResponse } from '../../../src/client/resources/with-response.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { servePages } from '../pagination/scripted-pages.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService, token } from '../../support/service.ts';

test('withResponse returns the data with the status, headers, request id and attempts of the last response', async () => {
  await using service = await startService([
    { status: 503, headers: { 'retry-after': '0', 'x-request-id': 'r-1' }, json: {} },
    {
      headers: { 'x-request-id': 'r-2', 'x-quota': '7', 'x-echo': token, 'set-cookie': 'a=b' },
      json: pricePointRead,
    },
  ]);
  const client = service.client();

  const { data, status, headers, requestId, attempts } = await client.withResponse((c) =>
    c.pricePoints.get(999),
  );

  expect(data.priceByCountry).toEqual(pricePointRead.priceByCountry);
  expect({ status, requestId, attempts }).toEqual({ status: 200, requestId: 'r-2', attempts: 2 });
  expect([headers.get('x-quota'), headers.get('x-echo'), headers.get('set-cookie')]).toEqual([
    '7',
    '[token]',
    null,
  ]);
});

test('of several requests the last response counts, and hooks of the client and the call are called too', async () => {
  await using service = await startService(servePages({ '': { rows: [1], next: 'b' }, b: { rows: [2] } }));
  const seen: string[] = [];
  const client = service.client({ hooks: { onResponse: () => seen.push('client') } });

  const outer = await client.withResponse((c) =>
    c.withResponse((inner) =>
      inner
        .withOptions({ timeout: 5000 })
        .transactions.list(october, { onResponse: () => seen.push('call') })
        .toArray({ max: 9 }),
    ),
  );

  const inner: WithResponse<unknown[]> = outer.data;
  expect(inner.data).toHaveLength(2);
  expect([inner.status, outer.status, outer.attempts]).toEqual([200, 200, 1]);
  expect(seen).toEqual(['client', 'call', 'client', 'call']);
});

test('a call that fails throws its own error', async () => {
  await using service = await startService([{ status: 404, json: {} }]);

  const error = await failureOf(service.client().withResponse((c) => c.pricePoints.get(999)));

  expect(error).toMatchObject({ name: 'NotFoundError', status: 404 });
});

test('a function that sends nothing with the client it receives is rejected, and told to', async () => {
  await using service = await startService([{ json: pricePointRead }, { json: pricePointRead }]);
  const client = service.client();
  const rejection = {
    name: 'ConfigurationError',
    outcome: undefined,
    message:
      'withResponse: must send a request with the client that its function receives: (c) => c.pricePoints.get(999)',
  };

  expect(await failureOf(client.withResponse(() => client.pricePoints.get(999)))).toMatchObject(rejection);
  // In JavaScript it may also be no function.
  for (const call of [client.pricePoints.get(999), undefined]) {
    expect(await failureOf(client.withResponse(call as never))).toMatchObject(rejection);
  }
});
