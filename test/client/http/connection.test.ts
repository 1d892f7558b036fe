import { expect, test } from 'vitest';

import type { PublisherError } from '../../../src/client/index.ts';
import { fetchError } from '../../../src/client/http/fetch-error.ts';
import { TokenRedactor } from '../../../src/client/errors/token-redactor.ts';
import { isRetryable } from '../../../src/client/http/retries.ts';
import { proxyResponds } from '../../faults/no-connection.ts';
import { create } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';
import { said } from '../../support/said.ts';

const origin = 'https://commerce.example.com';

/** The error for what a custom `fetch` threw, as an operation with any effect has it. */
const errorFor = (thrown: unknown, status?: number): PublisherError =>
  fetchError(
    thrown,
    { baseUrl: origin, customFetch: true },
    new TokenRedactor(),
    (outcome) => ({ operation: 'x.y', outcome }),
    status,
  );

/** Which operations are retried after an error. */
function retried(error: PublisherError): 'always' | 'unless_create' | 'never' {
  if (isRetryable(error, 'create')) return 'always';
  return isRetryable(error, 'idempotent') ? 'unless_create' : 'never';
}

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
  ['a refused connection, as node-fetch and axios report it', system('ECONNREFUSED'), 'ECONNREFUSED'],
  ['a refused connection in Bun', system('ConnectionRefused'), 'ConnectionRefused'],
  [
    'a refused connection, wrapped by a proxy’s fetch',
    new Error('proxy', { cause: failed(system('ECONNREFUSED', 'connect')) }),
    'ECONNREFUSED',
  ],
  [
    'connections refused by two addresses of one name',
    failed(several(system('ECONNREFUSED', 'connect'), system('ECONNREFUSED', 'connect'))),
    'ECONNREFUSED',
  ],
])('%s proves that nothing was sent', (_, thrown, reason) => {
  const error = errorFor(thrown);

  expect(error.outcome).toBe('not_sent');
  expect(retried(error)).toBe('always');
  expect(error).toMatchObject({
    name: 'ConnectionError',
    systemCode: reason,
    message: expect.stringMatching(
      said(`x.y: … connect … https://commerce.example.com (${reason})`),
    ) as string,
  });
});

test.each([
  ['a reset', failed(system('ECONNRESET', 'read'))],
  ['a broken pipe', failed(system('EPIPE', 'write'))],
  ['a socket closed by the other side', failed(system('UND_ERR_SOCKET'))],
  [
    'one connection refused and one reset',
    failed(several(system('ECONNREFUSED', 'connect'), system('ECONNRESET', 'read'))),
  ],
  [
    'a refused connection after a reset',
    Object.assign(system('ECONNREFUSED', 'connect'), { cause: system('ECONNRESET', 'read') }),
  ],
  ['an error of Node without a cause', new TypeError('fetch failed')],
  ['an error of workerd', new Error('Network connection lost.')],
  ['a fetch that gives up by itself', new DOMException('Timed out', 'TimeoutError')],
])('%s proves nothing', (_, thrown) => {
  const error = errorFor(thrown);

  expect(error.outcome).toBe('unknown');
  expect(retried(error)).toBe('unless_create');
});

test('a refused connection is no proof once a status was received', () => {
  const error = errorFor(failed(system('ECONNREFUSED', 'connect')), 200);

  expect(error.outcome).toBe('applied');
  expect(retried(error)).toBe('unless_create');
});

test.each([
  ['CERT_HAS_EXPIRED', ', which has expired'],
  ['CERT_NOT_YET_VALID', ', which is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', ', which is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', ', which has an unknown issuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', ', which has an unknown issuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ', which has an unknown issuer'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', ', which is for another host'],
  ['CERT_SIGNATURE_FAILURE', ''],
])('a certificate that is not trusted (%s) is not retried, and nothing was sent', (code, why) => {
  const error = errorFor(failed(system(code)));

  expect(error.outcome).toBe('not_sent');
  expect(retried(error)).toBe('never');
  expect(error.message).toMatch(said(`x.y: … certificate of https://commerce.example.com${why} (${code})`));
});

test.each([
  ['ECONNREFUSED', 'could not connect to https://commerce.example.com'],
  ['CERT_HAS_EXPIRED', 'could not trust the certificate of https://commerce.example.com, which has expired'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'https://commerce.example.com rejected the certificate of this client'],
])('%s has a message of its own: %s', (code, message) => {
  expect(errorFor(failed(system(code))).message).toBe(`x.y: ${message} (${code})`);
});

test.each([
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
  'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
])('a client certificate that the service rejects (%s) proves nothing, and is not retried', (code) => {
  const error = errorFor(failed(system(code)));

  expect(error.outcome).toBe('unknown');
  expect(retried(error)).toBe('never');
  expect(error.message).toMatch(said(`x.y: https://commerce.example.com rejected … (${code})`));
});

test.each([
  [403, 'never'],
  [407, 'never'],
  [500, 'always'],
  [503, 'always'],
])('a proxy that rejects the connection with %i is named; retried: %s', async (status, retry) => {
  const thrown = await failureOf(proxyResponds(status)({}));
  const error = errorFor(thrown);

  expect(error.outcome).toBe('not_sent');
  expect(retried(error)).toBe(retry);
  expect(error.message).toMatch(
    said(`x.y: … proxy … https://commerce.example.com … status ${status} (UND_ERR_ABORTED)`),
  );
});

test('a proxy that rejects the connection has a message of its own', async () => {
  expect(errorFor(await failureOf(proxyResponds(403)({}))).message).toBe(
    'x.y: the proxy rejected the connection to https://commerce.example.com with status 403 (UND_ERR_ABORTED)',
  );
});

test('a port that fetch never connects to is named, is not retried, and nothing was sent', async () => {
  await using service = await startService([{ json: {} }]);
  const client = service.client({ baseUrl: 'http://127.0.0.1:6000' });

  expect(await failureOf(create.send(client))).toMatchObject({
    name: 'ConnectionError',
    outcome: 'not_sent',
    attempts: 1,
    message:
      'pricePoints.create: fetch never connects to the port of http://127.0.0.1:6000: change baseUrl (TypeError)',
  });
});

test('https to a port that speaks http is not retried, and the message explains it', async () => {
  await using service = await startService([{ json: {} }]);
  const client = service.client({ baseUrl: service.url.replace('http:', 'https:') });

  const error = await failureOf(client.pricePoints.list());

  expect(error).toMatchObject({
    name: 'ConnectionError',
    attempts: 1,
    systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER',
  });
  expect((error as Error).message).toContain('does not speak TLS: should baseUrl start with http?');
});
