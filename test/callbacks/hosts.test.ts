import { HttpRequest } from '@azure/functions';
import { inject } from '@hapi/shot';
import express from 'express';
import { toFetchResponse, toReqRes } from 'fetch-to-node';
import mocks from 'node-mocks-http';
import serverless from 'serverless-http';
import { expect, test, vi } from 'vitest';

import { toNodeListener } from '../../src/callbacks/index.ts';
import {
  body,
  fullResponse,
  gameAuth,
  type Harness,
  internalError,
  path,
  read,
  sign,
  signed,
} from './handlers.ts';
import { startNode } from './node-servers.ts';

interface Received {
  readonly status: number;
  readonly json: unknown;
}
type Send = (harness: Harness, headers: Record<string, string>) => Promise<Received>;

/** Requests of `node:http` that Node's parser did not make. */
const hosts: readonly (readonly [string, Send])[] = [
  [
    'serverless-http, whose raw headers are empty',
    async ({ handler }, headers) => {
      const app = express().post('/game-auth', toNodeListener(handler));
      const event = {
        version: '2.0',
        rawPath: '/game-auth',
        requestContext: { http: { method: 'POST', sourceIp: '203.0.113.7' } },
        headers,
        body,
        isBase64Encoded: false,
      };
      const response = (await serverless(app)(event, {})) as { statusCode: number; body: string };
      return { status: response.statusCode, json: JSON.parse(response.body) };
    },
  ],
  [
    '@hapi/shot, which has no raw headers',
    async ({ handler }, headers) => {
      const listener = toNodeListener(handler);
      const response = await inject((request, response) => listener(request as never, response), {
        method: 'POST',
        url: '/game-auth',
        headers,
        payload: body,
      });
      return { status: response.statusCode, json: JSON.parse(response.payload) };
    },
  ],
  [
    'fetch-to-node, whose socket is null',
    async ({ handler }, headers) => {
      const { req, res } = toReqRes(new Request(path, { method: 'POST', headers, body }));
      toNodeListener(handler)(req, res);
      const response = await toFetchResponse(res);
      return { status: response.status, json: await response.json() };
    },
  ],
  [
    'node-mocks-http, which has no stream and no `resume`',
    async ({ handler }, headers) => {
      const request = mocks.createRequest({ method: 'POST', url: '/game-auth', headers });
      Object.assign(request, { rawBody: Buffer.from(body) });
      const response = mocks.createResponse();
      toNodeListener(handler)(request, response);
      await vi.waitFor(() => expect(response.writableEnded).toBe(true));
      return { status: response.statusCode, json: JSON.parse(String(response._getData())) };
    },
  ],
];

test.each(hosts)('a callback through %s is verified and handled', async (_, send) => {
  const harness = gameAuth();

  expect(await send(harness, signed())).toEqual({ status: 200, json: fullResponse });
  const forged = { ...signed(), signature: sign('{}') };
  expect(await send(harness, forged)).toEqual({ status: 400, json: { error: 'invalid_signature' } });
  expect(harness.errors.map(({ reason }) => reason)).toEqual(['signature_mismatch']);
});

test('a body that a fake request has only as an object is reported, with what to change', async () => {
  const harness = gameAuth();
  const request = mocks.createRequest({ method: 'POST', headers: signed(), body: { device: 'MOBILE' } });
  const response = mocks.createResponse();
  toNodeListener(harness.handler)(request, response);
  await vi.waitFor(() => expect(response.writableEnded).toBe(true));

  expect(response.statusCode).toBe(500);
  expect(harness.errors).toMatchObject([{ reason: 'body_already_parsed' }]);
});

test('a request of Azure Functions, which has no signal, is verified and handled', async () => {
  const { handler, errors } = gameAuth();
  const request = new HttpRequest({ url: path, method: 'POST', headers: signed(), body: { string: body } });

  expect('signal' in request).toBe(false);
  expect(await read(handler(request as unknown as Request))).toEqual({ status: 200, json: fullResponse });
  expect(errors).toEqual([]);
});

const advice =
  'the handler was called with something other than a Request of the Fetch standard, or an object with the method, url, ' +
  'headers and raw body of one. Express, Fastify, NestJS and node:http: use toNodeListener(handler). Hono: pass c.req.raw';

test.each([
  ["Hono's own request", { raw: new Request(path), method: 'POST', url: path, header: () => undefined }],
  ['a request of Express', { method: 'POST', url: '/game-auth', headers: signed(), body, rawHeaders: [] }],
  ['a context of Koa', { method: 'POST', url: '/game-auth', headers: signed() }],
  [
    'a parsed body',
    { method: 'POST', url: '/game-auth', headers: signed(), body: JSON.parse(body) as unknown },
  ],
  ['nothing', undefined],
])(
  'a handler that is called with %s responds with 500, and the log says what to pass',
  async (_, request) => {
    const { handler, errors } = gameAuth();

    expect(await read(handler(request as unknown as Request))).toEqual(internalError);
    expect(errors).toMatchObject([
      { reason: 'handler_failed', message: expect.stringContaining('toNodeListener(handler)') as string },
    ]);
  },
);

test('a handler that Express calls without toNodeListener ends its response, and the log says what to use', async () => {
  const harness = gameAuth();
  const app = express().post('/game-auth', harness.handler as unknown as express.RequestHandler);
  await using endpoint = await startNode(harness, app);

  const response = await fetch(endpoint.url, { method: 'POST', headers: signed(), body });

  expect(response.status).toBe(500);
  expect(harness.errors).toMatchObject([{ message: advice }]);
});
