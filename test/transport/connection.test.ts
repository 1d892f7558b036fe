import { expect, test } from 'vitest';

import { connectionFailure } from '../../src/transport/connection.ts';
import { create } from '../support/calls.ts';
import { failureOf, startService, token } from '../support/service.ts';

const origin = 'https://commerce.example.com';

const system = (code: string, syscall?: string): Error => Object.assign(new Error(code), { code, syscall });
const failed = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });
const several = (...errors: Error[]): Error =>
  Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });

test.each([
  ['a refused connection', failed(system('ECONNREFUSED', 'connect')), 'ECONNREFUSED'],
  ['a name that is not found', failed(system('ENOTFOUND', 'getaddrinfo')), 'ENOTFOUND'],
  ['a name that cannot be looked up now', failed(system('EAI_AGAIN', 'getaddrinfo')), 'EAI_AGAIN'],
  ['an unreachable host', failed(system('EHOSTUNREACH', 'connect')), 'EHOSTUNREACH'],
  ['a connection that takes too long', failed(system('UND_ERR_CONNECT_TIMEOUT')), 'UND_ERR_CONNECT_TIMEOUT'],
  [
    'two refused addresses of one name',
    failed(several(system('ECONNREFUSED', 'connect'), system('ECONNREFUSED', 'connect'))),
    'ECONNREFUSED',
  ],
])('%s proves that nothing was sent', (_, error, reason) => {
  const failure = connectionFailure(error, origin);

  expect(failure).toMatchObject({ evidence: 'not_sent', retry: 'always' });
  expect(failure.toError({ operation: 'x.y' })).toMatchObject({
    name: 'ConnectionError',
    reason,
    message: `x.y: could not connect to https://commerce.example.com (${reason})`,
  });
});

test.each([
  ['a reset', failed(system('ECONNRESET', 'read'))],
  ['a broken pipe', failed(system('EPIPE', 'write'))],
  ['a socket closed by the other side', failed(system('UND_ERR_SOCKET'))],
  [
    'one address refused and one reset',
    failed(several(system('ECONNREFUSED', 'connect'), system('ECONNRESET', 'read'))),
  ],
  ['an error without a cause', new TypeError('fetch failed')],
  ['what is not an error', 'no'],
])('%s proves nothing', (_, error) => {
  expect(connectionFailure(error, origin)).toMatchObject({ evidence: 'unknown', retry: 'unless_create' });
});

test('a refused connection is no proof once a status was received', () => {
  const failure = connectionFailure(failed(system('ECONNREFUSED', 'connect')), origin, 200);

  expect(failure).toMatchObject({ evidence: 'applied', retry: 'unless_create', status: 200 });
});

test.each([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a certificate that is not trusted (%s) is not retried', (code) => {
  const failure = connectionFailure(failed(system(code)), origin);

  expect(failure.retry).toBe('never');
  expect(failure.toError({ operation: 'x.y' }).message).toBe(
    `x.y: could not trust the certificate of https://commerce.example.com (${code})`,
  );
});

test('https to a port that speaks http is not retried, and the message explains it', async () => {
  await using service = await startService([{ json: {} }]);
  const client = service.client({ baseUrl: service.url.replace('http:', 'https:') });

  const error = await failureOf(client.pricePoints.list());

  expect(error).toMatchObject({
    name: 'ConnectionError',
    attempts: 1,
    reason: 'ERR_SSL_WRONG_VERSION_NUMBER',
  });
  expect((error as Error).message).toContain('does not speak TLS: should baseUrl start with http?');
});

test('a string that is no system code is never quoted: it might contain a header', async () => {
  await using service = await startService([{ json: {} }]);
  const quoting = new TypeError(`Invalid header value: ${token}`, {
    cause: Object.assign(new Error(token), { code: `bad ${token}` }),
  });
  const client = service.client({ fetch: () => Promise.reject(quoting) });

  const error = await failureOf(create.send(client));

  expect(error).toMatchObject({ name: 'ConnectionError', reason: undefined, outcome: 'unknown' });
  expect((error as Error).message).toBe(
    `pricePoints.create: lost the connection to ${service.url} (TypeError)`,
  );
});
