import { connect } from 'node:net';

import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';

import { PublisherClient } from '../../../src/index.ts';
import { createSandbox, type Fault, type Sandbox } from '../../../src/sandbox/index.ts';

const path = '/v1/price-points';
const whole = '{"pricePoints":[]}';

interface Heard {
  readonly text: string;
  readonly end: 'closed' | 'reset' | 'silence';
}

/** What comes over a raw connection, and how it ends; `silence` after a quarter of a second without an end. */
async function listenTo(sandbox: Sandbox): Promise<Heard> {
  await using server = await sandbox.listen();
  return await new Promise((resolve) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: sandbox\r\nx-publisher-token: ${sandbox.token}\r\nconnection: close\r\n\r\n`,
      ),
    );
    const finish = (end: Heard['end']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, end });
    };
    const timer = setTimeout(() => finish('silence'), 250);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
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

function bodyOf({ text }: Heard): string {
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

test('on a socket, a reset connection is reset before a byte of an answer', async () => {
  expect(await listenTo(failing('reset'))).toEqual({ text: '', end: 'reset' });
});

test('on a socket, no answer is silence', async () => {
  expect(await listenTo(failing('no_answer'))).toEqual({ text: '', end: 'silence' });
});

test('on a socket, a cut body is the first half of what its length says, and then the end', async () => {
  const heard = await listenTo(failing('cut_body'));
  expect(heard.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(heard.text.toLowerCase()).toContain(`content-length: ${whole.length}\r\n`);
  expect(bodyOf(heard)).toBe(whole.slice(0, whole.length / 2));
  expect(heard.end).toBe('closed');
});

test('on a socket, a stalled body is the first half and then silence', async () => {
  const heard = await listenTo(failing('stalled_body'));
  expect(heard.text.toLowerCase()).toContain(`content-length: ${whole.length}\r\n`);
  expect(bodyOf(heard)).toBe(whole.slice(0, whole.length / 2));
  expect(heard.end).toBe('silence');
});

test('on a socket, malformed JSON comes whole, without its last brace', async () => {
  const heard = await listenTo(failing('malformed_json'));
  expect(bodyOf(heard)).toBe(whole.slice(0, -1));
  expect(heard.text.toLowerCase()).toContain(`content-length: ${whole.length - 1}\r\n`);
  expect(heard.end).toBe('closed');
});

test('through fetch, a reset connection rejects as it does in Node', async () => {
  const failure = expect(get(failing('reset'))).rejects;
  await failure.toThrow(TypeError);
  await expect(get(failing('reset'))).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
});

test('through fetch, a cut body gives its first half and then fails', async () => {
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

test('through fetch, a stalled body and no answer end with the signal of the caller', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const response = await get(failing('stalled_body'), controller.signal);
  const body = expect(response.text()).rejects.toBe(reason);
  const answer = expect(get(failing('no_answer'), controller.signal)).rejects.toBe(reason);
  setTimeout(() => controller.abort(reason), 30);
  await Promise.all([body, answer]);
});

test('through msw, the global fetch meets the same faults', async () => {
  const sandbox = createSandbox();
  const server = setupServer(...sandbox.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  const ask = (): Promise<Response> =>
    fetch(sandbox.baseUrl + path, { headers: { 'x-publisher-token': sandbox.token } });

  sandbox.fail({ operation: '*', fault: 'reset' });
  await expect(ask()).rejects.toThrow(TypeError);
  sandbox.fail({ operation: '*', fault: 'cut_body' });
  await expect((await ask()).text()).rejects.toThrow();
  sandbox.fail({ operation: '*', status: 429, retryAfter: 3 });
  expect((await ask()).headers.get('retry-after')).toBe('3');
  expect(await (await ask()).text()).toBe(whole);
});

test.each([
  ['reset', undefined, []],
  ['reset', true, [999]],
  ['no_answer', true, [999]],
  ['cut_body', undefined, [999]],
  ['cut_body', false, []],
  ['stalled_body', undefined, [999]],
  ['malformed_json', undefined, [999]],
  ['malformed_json', false, []],
] as const)('after %s with applied %s the created price points are %j', async (fault, applied, expected) => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const client = new PublisherClient({ baseUrl: server.url, token: sandbox.token, retry: false });
  sandbox.fail({ operation: 'pricePoints.create', fault, ...(applied !== undefined && { applied }) });
  await expect(client.pricePoints.create({ priceInUsdCents: 999 }, { timeout: 150 })).rejects.toThrow();
  const { pricePoints } = await client.pricePoints.list();
  expect(pricePoints.map(({ priceInUsdCents }) => priceInUsdCents)).toEqual(expected);
});

test('closing the server ends what a fault has left open', async () => {
  const sandbox = failing('stalled_body', { times: Infinity });
  const server = await sandbox.listen();
  const response = await fetch(server.url + path, { headers: { 'x-publisher-token': sandbox.token } });
  // The failure is expected, and must have a listener before it comes.
  const failure = expect(response.text()).rejects.toThrow();
  await server.close();
  await failure;
});

test('a connection goes on after answers that came whole', async () => {
  const sandbox = failing('malformed_json');
  await using server = await sandbox.listen();
  const headers = { 'x-publisher-token': sandbox.token };
  expect(await (await fetch(server.url + path, { headers })).text()).toBe(whole.slice(0, -1));
  expect(await (await fetch(server.url + path, { headers })).text()).toBe(whole);
});
