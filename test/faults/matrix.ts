import type { ClientOptions, Outcome } from '../../src/client/index.ts';
import {
  brokenJson,
  closedAfterWork,
  corruptGzip,
  cutBody,
  cutBrotli,
  cutChunks,
  cutGzip,
  drippingBody,
  emptyBody,
  html,
  htmlWith,
  mismatch,
  noContent,
  notUtf8,
  responding,
  resetBeforeResponse,
  resetBody,
  silence,
  stalledBody,
  status,
  tooLarge,
} from './actions.ts';
import type { ColumnName } from './columns.ts';
import {
  clientIsRejected,
  connectionTimesOut,
  expired,
  forAnotherHost,
  hostIsUnknown,
  portIsClosed,
  portIsForbidden,
  proxyResponds,
  selfSigned,
  type Send,
} from './no-connection.ts';
import type { Action } from './raw-service.ts';

/** How a call must end. */
export type Expectation =
  /** The request is retried, and the call returns the exact result. */
  | 'again'
  /** The call fails; `requests` counts those that met the fault. */
  | {
      readonly error: readonly string[];
      readonly requests: number;
      readonly outcome?: Outcome;
      readonly fields?: Readonly<Record<string, unknown>>;
    }
  /** The call rejects with the abort reason of the test. */
  | 'aborted';

/** One variant of a fault. */
export interface Variant {
  readonly name: string;
  /** What the service does, or how the request is sent when it finds no connection. */
  readonly strike: Action | { readonly send: Send };
  /** How many requests in a row meet the fault. */
  readonly times?: number;
  /** What the service does with the request after that one. */
  readonly then?: Action;
  readonly options?: ClientOptions;
  /** Makes a call before, so that the connection is reused; the first request of the call meets the fault. */
  readonly warm?: boolean;
  readonly abort?: 'in flight' | 'in backoff';
  /** The least time that the call must take, in milliseconds. */
  readonly atLeast?: number;
  /** The most time that the call may take, in milliseconds. */
  readonly atMost?: number;
  readonly expect: Readonly<Partial<Record<ColumnName, Expectation>>>;
}

/** A row of the fault matrix. */
export interface Row {
  readonly row: number;
  readonly fault: string;
  readonly variants: readonly Variant[];
}

const all = (expectation: Expectation): Variant['expect'] => ({
  R: expectation,
  W: expectation,
  C: expectation,
  S: expectation,
});
const onlyCreateFails = (
  error: string | readonly string[],
  outcome: Outcome,
  fields?: Readonly<Record<string, unknown>>,
): Variant['expect'] => ({
  R: 'again',
  W: 'again',
  C: { error: [error].flat(), requests: 1, outcome, ...(fields ? { fields } : {}) },
  S: 'again',
});
const failsEveryTime = (error: string, outcome: Outcome, requests = 3): Variant['expect'] => ({
  R: { error: [error], requests },
  W: { error: [error], requests, outcome },
  S: { error: [error], requests, outcome },
});
const once = (
  error: string,
  outcome: Outcome,
  readFields?: Readonly<Record<string, unknown>>,
): Variant['expect'] => ({
  R: { error: [error], requests: 1, ...(readFields ? { fields: readFields } : {}) },
  W: { error: [error], requests: 1, outcome },
  C: { error: [error], requests: 1, outcome },
  S: { error: [error], requests: 1, outcome },
});

const neverSent = (fields: Readonly<Record<string, unknown>>): Variant['expect'] => {
  const write = { error: ['ConnectionError'], requests: 0, outcome: 'not_sent', fields } as const;
  return { R: { error: ['ConnectionError'], requests: 0, fields }, W: write, C: write, S: write };
};

// Long enough for a response, also on a busy machine.
const soon = { timeout: 2500 };
const redirectCodes = [301, 302, 303, 307, 308];

/** The rows of the matrix, in its order; redirects point to `elsewhere`. */
export const matrix = (elsewhere: string): readonly Row[] => [
  {
    row: 1,
    fault: 'connection refused, DNS, connect timeout',
    variants: [
      { name: 'refused', strike: { send: portIsClosed }, expect: all('again') },
      {
        name: 'connection refused, every time',
        strike: { send: portIsClosed },
        times: Infinity,
        expect: failsEveryTime('ConnectionError', 'not_sent', 0),
      },
      { name: 'host unknown', strike: { send: hostIsUnknown }, expect: all('again') },
      { name: 'connect timeout', strike: { send: connectionTimesOut }, expect: all('again') },
    ],
  },
  {
    row: 2,
    fault: 'reset or closed before the response',
    variants: [
      { name: 'reset', strike: resetBeforeResponse, expect: onlyCreateFails('ConnectionError', 'unknown') },
      {
        name: 'reset, every time',
        strike: resetBeforeResponse,
        times: Infinity,
        expect: failsEveryTime('ConnectionError', 'unknown'),
      },
      {
        name: 'closed after the work',
        strike: closedAfterWork,
        expect: onlyCreateFails('ConnectionError', 'unknown'),
      },
    ],
  },
  {
    row: 3,
    fault: 'stale keep-alive',
    variants: [
      {
        name: 'never read',
        warm: true,
        strike: resetBeforeResponse,
        expect: onlyCreateFails('ConnectionError', 'unknown'),
      },
      {
        name: 'done, then closed',
        warm: true,
        strike: closedAfterWork,
        expect: onlyCreateFails('ConnectionError', 'unknown'),
      },
    ],
  },
  {
    row: 4,
    fault: 'headers never arrive',
    variants: [
      {
        name: 'silence',
        strike: silence,
        options: soon,
        expect: onlyCreateFails('TimeoutError', 'unknown', { status: undefined, attempts: 1 }),
      },
    ],
  },
  {
    row: 5,
    fault: '2xx body cut or reset',
    variants: [
      {
        name: 'cut short of its length',
        strike: cutBody,
        expect: onlyCreateFails('ConnectionError', 'applied', { status: 200 }),
      },
      { name: 'reset', strike: resetBody, expect: onlyCreateFails('ConnectionError', 'applied') },
      {
        name: 'cut between chunks',
        strike: cutChunks,
        expect: onlyCreateFails('ConnectionError', 'applied'),
      },
    ],
  },
  {
    row: 6,
    fault: 'body stalls or drips',
    variants: [
      {
        name: 'stalls',
        strike: stalledBody,
        options: soon,
        expect: onlyCreateFails('TimeoutError', 'applied', { status: 200, attempts: 1 }),
      },
      {
        name: 'drips',
        strike: drippingBody,
        options: soon,
        atMost: 20_000,
        expect: onlyCreateFails('TimeoutError', 'applied'),
      },
    ],
  },
  {
    row: 7,
    fault: 'gzip cut or corrupt',
    variants: [
      { name: 'gzip cut', strike: cutGzip },
      { name: 'brotli cut', strike: cutBrotli },
      // Where the decoder of the runtime hangs, only the timeout ends it.
      { name: 'gzip corrupt', strike: corruptGzip, options: { timeout: 2500 } },
    ].map((variant) => ({
      ...variant,
      expect: onlyCreateFails(['MalformedResponseError', 'ConnectionError', 'TimeoutError'], 'applied'),
    })),
  },
  {
    row: 8,
    fault: '200 with HTML, empty, broken JSON, invalid UTF-8',
    variants: [
      { name: 'HTML', strike: html, outcome: 'unknown' as const, ends: false },
      { name: 'empty', strike: emptyBody, outcome: 'unknown' as const, ends: true },
      { name: 'broken JSON', strike: brokenJson, outcome: 'applied' as const, ends: false },
      { name: '204', strike: noContent, outcome: 'unknown' as const, ends: true },
      { name: 'invalid UTF-8', strike: notUtf8, outcome: 'applied' as const, ends: false },
    ].flatMap(({ name, strike, outcome, ends }) => {
      const error = 'MalformedResponseError';
      // A complete response without a body ends an idempotent write, which a retry would only repeat.
      const W = { error: [error], requests: 1, outcome } as const;
      const [first, every] = [onlyCreateFails(error, outcome), failsEveryTime(error, outcome)];
      return [
        { name, strike, expect: ends ? { ...first, W } : first },
        { name: `${name}, every time`, strike, times: Infinity, expect: ends ? { ...every, W } : every },
      ];
    }),
  },
  {
    row: 9,
    fault: 'schema mismatch in an essential field',
    variants: [
      {
        name: 'null where an amount or id belongs',
        strike: mismatch,
        expect: once('ResponseValidationError', 'applied', { cursor: '1', row: 0, status: 200 }),
      },
      ...['{}', 'null', '[]'].map((json) => ({
        name: `${json}, with nothing of what was asked for`,
        strike: responding(json),
        expect: once('ResponseValidationError', 'unknown', { cursor: '1', status: 200 }),
      })),
    ],
  },
  {
    row: 10,
    fault: '429 within the cap of Retry-After',
    variants: [
      {
        name: 'Retry-After: 1',
        strike: status(429, { 'retry-after': 1 }),
        atLeast: 1000,
        expect: all('again'),
      },
      { name: 'no Retry-After', strike: status(429), expect: all('again') },
    ],
  },
  {
    row: 11,
    fault: '429 beyond the cap of Retry-After',
    variants: [
      {
        // Over the cap of a minute, and well within the total timeout of two minutes.
        name: 'Retry-After: 90',
        strike: status(429, { 'retry-after': 90 }),
        atMost: 45_000,
        expect: once('RateLimitError', 'rejected', { retryAfter: 90_000 }),
      },
    ],
  },
  {
    row: 12,
    fault: '408, 500, 502, 503, 504',
    variants: [
      { code: 408, error: 'ApiError' },
      { code: 500, error: 'ServerError' },
      { code: 502, error: 'ServerError' },
      { code: 503, error: 'ServerError' },
      { code: 504, error: 'ServerError' },
    ].flatMap(({ code, error }) => [
      { name: String(code), strike: status(code), expect: onlyCreateFails(error, 'unknown') },
      {
        name: `${code} after the work`,
        strike: status(code, {}, true),
        expect: onlyCreateFails(error, 'unknown'),
      },
    ]),
  },
  {
    row: 13,
    fault: '3xx to another origin',
    variants: redirectCodes.map((code) => ({
      name: String(code),
      strike: status(code, { location: `${elsewhere}/stolen` }),
      expect: once('RedirectError', 'unknown'),
    })),
  },
  {
    row: 14,
    fault: 'over maxResponseBytes',
    variants: [
      {
        name: '200 KB behind a few hundred bytes of gzip',
        strike: tooLarge,
        options: { maxResponseBytes: 100_000 },
        expect: once('ResponseTooLargeError', 'applied'),
      },
    ],
  },
  {
    row: 15,
    fault: 'abort in flight, abort in backoff',
    variants: [
      { name: 'in flight', strike: silence, abort: 'in flight', expect: all('aborted') },
      { name: 'in the body', strike: stalledBody, abort: 'in flight', expect: all('aborted') },
      {
        name: 'in backoff',
        strike: status(429, { 'retry-after': 30 }),
        abort: 'in backoff',
        atMost: 20_000,
        expect: all('aborted'),
      },
    ],
  },
  {
    row: 16,
    fault: '400, 401, 403, 404, 409, 413, 418, 422',
    variants: [
      {
        name: '404 after a request that may have been applied',
        strike: status(500, {}, true),
        then: status(404),
        expect: { W: { error: ['NotFoundError'], requests: 2, outcome: 'unknown' } },
      },
      ...[404, 409].map((code) => ({
        name: `${code} with HTML`,
        strike: htmlWith(code),
        expect: once('MalformedResponseError', 'unknown', { status: code }),
      })),
      ...[
        { code: 400, error: 'BadRequestError' },
        { code: 401, error: 'UnauthorizedError' },
        { code: 403, error: 'ForbiddenError' },
        { code: 404, error: 'NotFoundError' },
        { code: 409, error: 'ConflictError' },
        { code: 413, error: 'PayloadTooLargeError' },
        { code: 418, error: 'ApiError' },
        { code: 422, error: 'BadRequestError' },
      ].map(({ code, error }) => ({
        name: String(code),
        strike: status(code),
        expect: once(error, 'rejected', { status: code }),
      })),
    ],
  },
  {
    row: 17,
    fault: 'rejected before the request: certificate, proxy, port',
    variants: [
      ...[
        { name: 'self-signed', send: selfSigned, systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
        { name: 'expired', send: expired, systemCode: 'CERT_HAS_EXPIRED' },
        { name: 'for another host', send: forAnotherHost, systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID' },
        { name: 'proxy responds 407', send: proxyResponds(407), systemCode: 'UND_ERR_ABORTED' },
        { name: 'forbidden port', send: portIsForbidden, systemCode: undefined },
      ].map(({ name, send, systemCode }) => ({
        name,
        strike: { send },
        expect: neverSent({ systemCode, attempts: 1 }),
      })),
      { name: 'proxy responds 503', strike: { send: proxyResponds(503) }, expect: all('again') },
      {
        name: 'the certificate of the client',
        strike: { send: clientIsRejected },
        expect: {
          C: { error: ['ConnectionError'], requests: 0, outcome: 'unknown', fields: { attempts: 1 } },
        },
      },
    ],
  },
];
