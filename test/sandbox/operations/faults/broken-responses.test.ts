// @module-tag slow
import { connect } from 'node:net';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { createSandbox, type Fault, type Sandbox } from '../../../../src/sandbox/index.ts';
import { eventually } from '../../../support/eventually.ts';

const path = '/v1/price-points';
const whole = '{"pricePoints":[]}';

interface RawResponse {
  readonly text: string;
  readonly end: 'closed' | 'reset' | 'silence';
}

/**
 * What is received over a raw connection, and how it ends: `silence` if it is open when that many bytes have arrived and
 * another request has ended.
 */
async function requestRaw(sandbox: Sandbox, silentAfter = Infinity): Promise<RawResponse> {
  await using server = await sandbox.listen();
  return await new Promise((resolve) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: sandbox\r\nx-publisher-token: ${sandbox.token}\r\nconnection: close\r\n\r\n`,
      ),
    );
    const finish = (how: RawResponse['end']): void => {
      socket.destroy();
      resolve({ text, end: how });
    };
    socket.setEncoding('utf8');
    const check = (): void => {
      if (text.length < silentAfter) return;
      void fetch(`${server.url}/openapi.json`)
        .then((response) => response.text())
        .then(() => finish('silence'));
    };
    socket.on('connect', check);
    socket.on('data', (chunk: string) => {
      text += chunk;
      check();
    });
    socket.on('end', () => finish('closed'));
    socket.on('error', () => finish('reset'));
  });
}

function failing(fault: Fault, options: { applied?: boolean; times?: number } = {}): Sandbox {
  const sandbox = createSandbox();
  sandbox.fail({ operation: '*', fault, ...options });
  return sandbox;
}

function get(sandbox: Sandbox, signal?: AbortSignal): Promise<Response> {
  const headers = { 'x-publisher-token': sandbox.token };
  return sandbox.fetch(sandbox.baseUrl + path, { headers, ...(signal && { signal }) });
}

function bodyOf({ text }: RawResponse): string {
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

test('on a socket, reset closes the connection before any byte of a response', async () => {
  expect(await requestRaw(failing('reset'))).toEqual({ text: '', end: 'reset' });
});

test('on a socket, no_response sends nothing and keeps the connection open', async () => {
  expect(await requestRaw(failing('no_response'), 0)).toEqual({ text: '', end: 'silence' });
});

test('on a socket, cut_body sends the first half of the content length and closes the connection', async () => {
  const raw = await requestRaw(failing('cut_body'));
  expect(raw.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(raw.text.toLowerCase()).toContain(`content-length: ${whole.length}\r\n`);
  expect(bodyOf(raw)).toBe(whole.slice(0, whole.length / 2));
  expect(raw.end).toBe('closed');
});

test('on a socket, stalled_body sends the first half and keeps the connection open', async () => {
  const raw = await requestRaw(failing('stalled_body'), whole.length / 2);
  expect(raw.text.toLowerCase()).toContain(`content-length: ${whole.length}\r\n`);
  expect(bodyOf(raw)).toBe(whole.slice(0, whole.length / 2));
  expect(raw.end).toBe('silence');
});

test('on a socket, malformed_json sends a complete body without its last brace', async () => {
  const raw = await requestRaw(failing('malformed_json'));
  expect(bodyOf(raw)).toBe(whole.slice(0, -1));
  expect(raw.text.toLowerCase()).toContain(`content-length: ${whole.length - 1}\r\n`);
  expect(raw.end).toBe('closed');
});

test('through fetch, reset rejects with the error of Node', async () => {
  const failure = expect(get(failing('reset'))).rejects;
  await failure.toThrow(TypeError);
  await expect(get(failing('reset'))).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
});

test('through fetch, cut_body yields the first half and then fails', async () => {
  const response = await get(failing('cut_body'));
  expect(response.status).toBe(200);
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  };
  await expect(read()).rejects.toThrow('terminated');
  expect(text).toBe(whole.slice(0, whole.length / 2));
});

test('through fetch, stalled_body and no_response reject with the reason of the signal', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const response = await get(failing('stalled_body'), controller.signal);
  const body = expect(response.text()).rejects.toBe(reason);
  const headers = expect(get(failing('no_response'), controller.signal)).rejects.toBe(reason);
  setTimeout(() => controller.abort(reason), 30);
  await Promise.all([body, headers]);
});

test.each([
  ['reset', undefined, []],
  ['reset', true, [999]],
  ['no_response', true, [999]],
  ['cut_body', undefined, [999]],
  ['cut_body', false, []],
  ['stalled_body', undefined, [999]],
  ['malformed_json', undefined, [999]],
  ['malformed_json', false, []],
] as const)('after %s with applied %s the created price points are %j', async (fault, applied, expected) => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const client = new PublisherClient({ ...sandbox.clientOptions, retry: false });
  expect(client.baseUrl).toBe(server.url);
  sandbox.fail({ operation: 'pricePoints.create', fault, ...(applied !== undefined && { applied }) });
  const controller = new AbortController();
  const rejected = expect(
    client.pricePoints.create({ priceInUsdCents: 999 }, { signal: controller.signal }),
  ).rejects.toThrow();
  if (fault === 'no_response' || fault === 'stalled_body') {
    await eventually(() => expect(sandbox.state().pricePoints).toHaveLength(1));
    controller.abort();
  }
  await rejected;
  const { pricePoints } = await client.pricePoints.list();
  expect(pricePoints.map(({ priceInUsdCents }) => priceInUsdCents)).toEqual(expected);
});
