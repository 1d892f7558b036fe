import express from 'express';
import { expect, test } from 'vitest';

import { body, fullResponse, gameAuth, internalError, read, sign, signed } from './handlers.ts';
import { type Endpoint, frameworks, startExpress } from './node-servers.ts';

// JSON that the service may send: parsing and serializing it again changes its bytes.
const odd = '{ "date":"2026-10-01T12:00:00Z",\n"device" : "MOBILE", "note": "\\u65e5 日 1e2", "n": 1.0 }';

function post(
  { url }: Endpoint,
  text: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { ...signed(text), ...headers }, body: text });
}

test.each(frameworks)(
  '$name: the raw bytes are received unchanged, and the response is sent',
  async (framework) => {
    await using endpoint = await framework.start(gameAuth(), false);

    const response = await post(endpoint, odd);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(fullResponse);
    expect(endpoint.calls[0]?.payload).toEqual(JSON.parse(odd));
    expect(endpoint.calls[0]?.request.url).toBe(endpoint.url);
    expect(endpoint.errors).toEqual([]);
  },
);

test.each(frameworks)(
  '$name: a JSON parser that ran first is reported, with what to change',
  async (framework) => {
    await using endpoint = await framework.start(gameAuth(), true);

    expect(await read(post(endpoint, body))).toEqual(internalError);
    expect(endpoint.errors).toMatchObject([{ reason: 'body_already_parsed', operation: 'gameAuth' }]);
    expect(endpoint.failures).toHaveLength(1);
    expect(endpoint.failures[0]).toContain('a body parser read the body first');
    expect(endpoint.failures[0]).toContain('put this route above app.use(express.json())');
    expect(endpoint.calls).toEqual([]);
  },
);

test('Express: the raw bytes kept by express.raw() are used', async () => {
  await using endpoint = await startExpress(gameAuth(), express.raw({ type: '*/*' }));

  expect((await post(endpoint, odd)).status).toBe(200);
  expect((await post(endpoint, odd, { signature: sign(body) })).status).toBe(400);
  expect((await post(endpoint, ' '.repeat(70_000))).status).toBe(413);
});

test('Express: raw bytes that a JSON parser kept as rawBody are used, as in NestJS', async () => {
  const keep = express.json({
    verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }),
  });
  await using endpoint = await startExpress(gameAuth(), keep);

  expect((await post(endpoint, odd)).status).toBe(200);
  expect((await post(endpoint, odd, { signature: sign(body) })).status).toBe(400);
});

test('Express: a handler in a router receives the full URL', async () => {
  const harness = gameAuth();
  const router = express.Router();
  const { toNodeListener } = await import('../../src/callbacks/index.ts');
  router.post('/auth', toNodeListener(harness.handler));
  await using endpoint = await startExpress(harness, express.Router().use('/callbacks', router));

  const url = endpoint.url.replace('/game-auth', '/callbacks/auth?x=1');
  const response = await fetch(url, { method: 'POST', headers: signed(), body });

  expect(response.status).toBe(200);
  expect(harness.calls[0]?.request.url).toBe(url);
});
