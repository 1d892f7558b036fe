import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, test, vi } from 'vitest';

import { toNodeListener } from '../../src/callbacks/index.ts';
import { eventually } from '../support/eventually.ts';
import { body, gameAuth, signed, token } from './handlers.ts';
import { sendRaw, startNode, startPlain } from './node-servers.ts';

/** A callback as bytes on a socket, with the given header lines. */
function raw(lines: readonly string[], text = body): string {
  return ['POST /game-auth HTTP/1.1', 'host: 127.0.0.1', ...lines, 'connection: close', '', text].join(
    '\r\n',
  );
}

const validHeaders = signed();
const tokenLine = `x-publisher-token: ${token}`;
const signatureLine = `signature: ${validHeaders['signature'] ?? ''}`;
const lengthLine = `content-length: ${Buffer.byteLength(body)}`;

test.each([
  ['one of each', [tokenLine, signatureLine], 'HTTP/1.1 200'],
  ['the token twice', [tokenLine, tokenLine, signatureLine], 'HTTP/1.1 401'],
  ['two tokens, the valid one first', [tokenLine, 'x-publisher-token: other', signatureLine], 'HTTP/1.1 401'],
  ['two tokens, the valid one last', ['x-publisher-token: other', tokenLine, signatureLine], 'HTTP/1.1 401'],
  ['the signature twice', [tokenLine, signatureLine, signatureLine], 'HTTP/1.1 400'],
])('headers on the wire, %s', async (_, lines, status) => {
  await using endpoint = await startPlain();

  expect(await sendRaw(endpoint.port, raw([...lines, lengthLine]))).toContain(status);
});

test('a connection that is lost within the body is reported, and the next one works', async () => {
  await using endpoint = await startPlain();
  const socket = connect(endpoint.port, '127.0.0.1');
  socket.write(raw([tokenLine, signatureLine, lengthLine], body.slice(1)));
  await once(socket, 'connect');
  setTimeout(() => socket.destroy(), 20);

  await eventually(() => expect(endpoint.errors).toHaveLength(1));
  expect(['connection_lost', 'body_incomplete']).toContain(endpoint.errors[0]?.reason);
  expect(await sendRaw(endpoint.port, raw([tokenLine, signatureLine, lengthLine]))).toContain('HTTP/1.1 200');
});

test('a connection that is lost while the function runs aborts its signal', async () => {
  await using endpoint = await startPlain({ initiate: () => new Promise(() => undefined) });
  const socket = connect(endpoint.port, '127.0.0.1');
  socket.write(raw([tokenLine, signatureLine, lengthLine]));
  await eventually(() => expect(endpoint.calls).toHaveLength(1));
  socket.destroy();

  await eventually(() => expect(endpoint.errors).toMatchObject([{ reason: 'connection_lost' }]));
  expect(endpoint.calls[0]?.signal.aborted).toBe(true);
});

test.each(['GET', 'HEAD', 'PUT', 'TRACE'])('the method %s is rejected', async (method) => {
  await using endpoint = await startPlain();
  const warnings = vi.spyOn(process, 'emitWarning');

  const received = await sendRaw(endpoint.port, raw([lengthLine]).replace('POST', method));

  expect(received).toContain('HTTP/1.1 405');
  expect(received.toLowerCase()).toContain('allow: post');
  expect(warnings).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test.each(['/game-auth', '//evil.example/x', 'http://evil.example/x', '/a b', '/%'])(
  'the request target %s is accepted',
  async (target) => {
    await using endpoint = await startPlain();
    const text = raw([tokenLine, signatureLine, lengthLine]).replace(
      '/game-auth',
      target.replace(' ', '%20'),
    );

    expect(await sendRaw(endpoint.port, text)).toContain('HTTP/1.1 200');
  },
);

test.each(['user:pass@x', ':pw@x', 'a b', '[', ''])('the host %o is accepted', async (host) => {
  await using endpoint = await startPlain();
  const text = raw([tokenLine, signatureLine, lengthLine]).replace('host: 127.0.0.1', `host: ${host}`);

  expect(await sendRaw(endpoint.port, text)).toContain('HTTP/1.1 200');
});

test('a custom handler that throws responds with 500 and emits a warning', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const listener = toNodeListener(() => {
    throw new Error('not one of ours');
  });
  await using endpoint = await startNode(gameAuth(), listener);

  const response = await fetch(endpoint.url, { method: 'POST', body });

  expect(response.status).toBe(500);
  expect(await response.text()).toBe('');
  expect(warnings).toHaveBeenCalledWith(expect.objectContaining({ message: 'not one of ours' }));
  vi.restoreAllMocks();
});

test('a response that something else has sent is kept', async () => {
  const harness = gameAuth();
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const { promise: handled, resolve } = Promise.withResolvers<Response>();
  const listener = toNodeListener(async (request) => {
    const response = await harness.handler(request);
    resolve(response);
    return response;
  });
  await using endpoint = await startNode(harness, (incoming, outgoing) => {
    outgoing.writeHead(503).end();
    listener(incoming, outgoing);
  });

  expect((await fetch(endpoint.url, { method: 'POST', headers: signed(), body })).status).toBe(503);
  await handled;
  await new Promise((settled) => setTimeout(settled, 20));
  expect(warnings).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('a body is received no faster than it is read', async () => {
  const { promise: startReading, resolve: read } = Promise.withResolvers<undefined>();
  const received: number[] = [];
  const listener = toNodeListener(async (request) => {
    const reader = request.body?.getReader();
    await reader?.read();
    await startReading;
    let bytes = 0;
    for await (const chunk of chunksOf(reader)) bytes += chunk.byteLength;
    received.push(bytes);
    return new Response('read');
  });
  let bytesRead = 0;
  await using endpoint = await startNode(gameAuth(), (incoming, outgoing) => {
    listener(incoming, outgoing);
    setTimeout(() => {
      ({ bytesRead } = incoming.socket);
      read(undefined);
    }, 80);
  });

  const large = new Uint8Array(20_000_000);
  expect(await (await fetch(endpoint.url, { method: 'POST', body: large })).text()).toBe('read');

  expect(bytesRead).toBeLessThan(1_000_000);
  expect(received[0]).toBeGreaterThan(19_000_000);
});

async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): AsyncGenerator<Uint8Array> {
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) yield next.value;
}
