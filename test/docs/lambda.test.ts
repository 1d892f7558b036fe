import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { signPayload } from '../../src/callbacks/index.ts';
import { documentedFile } from '../support/code-blocks.ts';

const root = join(import.meta.dirname, '../..');
const secret = 'sandbox-secret';
const body = '{ "date":"2026-10-01T12:00:00Z",\n"device" : "MOBILE", "name": "Zoë" }';
const base64 = Buffer.from(body).toString('base64');

interface Handled {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}
let folder: string;
let handler: (event: object) => Promise<Handled>;

beforeAll(async () => {
  vi.stubEnv('PUBLISHER_TOKEN', 'sandbox-token');
  vi.stubEnv('CALLBACK_SECRET', secret);
  mkdirSync(join(root, 'test/out'), { recursive: true });
  folder = mkdtempSync(join(root, 'test/out/lambda-'));
  const file = join(folder, 'lambda.ts');
  writeFileSync(file, documentedFile(root, 'src/lambda.ts'));
  // The file exports it, as the guide shows.
  ({ handler } = (await import(pathToFileURL(file).href)) as { handler: typeof handler });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** An event of an HTTP API, format 2.0: names of headers in lower case, several values of one joined by a comma. */
const httpEvent = (signature: string) => ({
  headers: {
    signature,
    'x-publisher-token': 'sandbox-token',
  },
  body: base64,
  isBase64Encoded: true,
});

/** An event of a REST API, format 1.0: names of headers as sent, and the body as a string. */
const restEvent = (signature: string) => ({
  headers: {
    Signature: signature,
    'X-Publisher-Token': 'sandbox-token',
  },
  multiValueHeaders: { Signature: [signature], 'X-Publisher-Token': ['sandbox-token'] },
  body,
  isBase64Encoded: false,
});

/** An event of a load balancer that sends headers of several values: they have no other form. */
const balancerEvent = (signature: string) => ({
  multiValueHeaders: { signature: [signature], 'x-publisher-token': ['sandbox-token'] },
  body: base64,
  isBase64Encoded: true,
});

test.each([
  ['an HTTP API with a body in base64', httpEvent],
  ['a REST API with a body as a string', restEvent],
  ['a load balancer with headers of several values', balancerEvent],
])('the documented function accepts the event of %s, and verifies its bytes', async (_, eventOf) => {
  // The log names the rejection.
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const accepted = await handler(eventOf(await signPayload(body, { secret })));
  const rejected = await handler(eventOf(await signPayload(base64, { secret })));

  expect(accepted.statusCode).toBe(200);
  expect(accepted.headers['content-type']).toMatch(/^application\/json/);
  expect(accepted.multiValueHeaders['cache-control']).toEqual(['no-store']);
  expect(JSON.parse(accepted.body)).toMatchObject({ deepLink: 'mygame://auth' });
  expect(rejected).toMatchObject({ statusCode: 400, body: '{"error":"invalid_signature"}' });
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test.each([
  [
    'without headers, as the console for tests sends it',
    { headers: null, body: null, isBase64Encoded: false },
  ],
  [
    'with a token of two values',
    {
      multiValueHeaders: { 'x-publisher-token': ['sandbox-token', 'sandbox-token'] },
      body,
      isBase64Encoded: false,
    },
  ],
])('the documented function responds to an event %s with 401', async (_, event) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();

  expect(await handler(event)).toMatchObject({ statusCode: 401, body: '{"error":"invalid_token"}' });
  warn.mockRestore();
});
