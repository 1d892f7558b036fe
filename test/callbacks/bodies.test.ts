import { expect, test } from 'vitest';

import {
  body,
  callback,
  controlTimeout,
  gameAuth,
  internalError,
  path,
  payload,
  read,
  signed,
} from './handlers.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const badBodies: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, string, string])[] = [
  ['empty', '', 'body_not_json', 'the body is empty'],
  ['HTML', '<html></html>', 'body_not_json', 'the body is HTML'],
  ['invalid UTF-8', bytes('{"device":"', [0xff], '"}'), 'body_not_utf8', 'the body is not UTF-8'],
  ['cut UTF-8', bytes('{"device":"', [0xe6, 0x97], '"}'), 'body_not_utf8', 'the body is not UTF-8'],
  ['null', 'null', 'body_invalid', 'expected object'],
];

test.each(badBodies)('a body that is %s is rejected with 403', async (_, text, reason, message) => {
  const { handler, errors, calls } = gameAuth();

  expect(await read(handler(callback(text)))).toEqual({ status: 403, json: { error: 'invalid_body' } });
  expect(errors).toMatchObject([{ reason }]);
  expect(errors[0]?.message).toContain(message);
  expect(calls).toEqual([]);
});

test.each([
  ['no fields', {}, ['device', 'date']],
  ['a device that is null', { device: null }, ['device']],
  ['no date', { date: undefined }, ['date']],
  ['a date without an offset', { date: '2026-10-01T12:00:00.000' }, ['date']],
  ['an impossible date', { date: '2026-02-30T00:00:00Z' }, ['date']],
])('a player can log in with a body that has %s, which is reported once', async (name, fields, paths) => {
  const { handler, calls, errors, warnings } = gameAuth();
  const sent = name === 'no fields' ? {} : { ...payload, ...fields };
  const text = JSON.stringify(sent);

  const statuses = [await handler(callback(text)), await handler(callback(text))].map((r) => r.status);

  expect(statuses).toEqual([200, 200]);
  expect(calls[0]?.payload).toEqual(JSON.parse(text));
  expect(errors).toEqual([]);
  expect(warnings).toEqual(
    paths.map((path) => expect.stringContaining(`gameAuth: ${path} is not as documented: `) as string),
  );
  expect(warnings.join()).not.toContain('2026');
});

test.each([
  ['an offset', '{"device":"MOBILE","date":"2026-10-01T12:00:00+02:00"}'],
  ['a byte-order mark', `\ufeff${body}`],
  ['whitespace', ` ${body}\n`],
])('a body with %s is valid', async (_, text) => {
  const { handler } = gameAuth();

  expect((await handler(callback(text))).status).toBe(200);
});

test('drift of a callback is reported to onDrift instead of the logger', async () => {
  const drift: unknown[] = [];
  const { handler, warnings } = gameAuth({ onDrift: (event) => void drift.push(event) });

  await handler(callback('{"device":"DESKTOP"}'));

  expect(drift).toMatchObject([{ operation: 'gameAuth', path: 'date', received: 'undefined' }]);
  expect(warnings).toEqual([]);
});

const tooLarge = { status: 413, json: { error: 'body_too_large' } };

test('a body of the largest size is read, and one more byte is rejected', async () => {
  const size = 64 * 1024;
  const fit = body.padEnd(size);
  const { handler, errors } = gameAuth();

  expect((await handler(callback(fit))).status).toBe(200);
  expect(await read(handler(callback(`${fit} `)))).toEqual(tooLarge);
  expect(errors).toMatchObject([{ reason: 'body_too_large' }]);
});

test('the size of a body is counted in bytes, not in characters', async () => {
  const text = JSON.stringify({ ...payload, note: '日'.repeat(50) });
  const { handler } = gameAuth({ maxBodyBytes: text.length + 50 });

  expect(await read(handler(callback(text)))).toEqual(tooLarge);
});

/** A callback with a streamed body, and how many of its chunks were read. */
function streamed(chunks: Iterator<unknown, undefined>, headers: Record<string, string> = {}) {
  const state = { reads: 0, cancelled: false };
  const stream = new ReadableStream<unknown>(
    {
      async pull(controller) {
        await Promise.resolve();
        const { done, value } = chunks.next();
        state.reads += 1;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', headers: { ...signed(), ...headers }, body: stream, duplex: 'half' };
  return { request: new Request(path, init), state };
}

function* endless(chunk: unknown): Generator<unknown, undefined> {
  for (;;) yield chunk;
}

test.each([
  ['without a content-length', new Uint8Array(40), {}, { reads: 3, cancelled: true }],
  [
    'with too small a content-length',
    new Uint8Array(40),
    { 'content-length': '10' },
    { reads: 3, cancelled: true },
  ],
  [
    'with too large a content-length',
    new Uint8Array(40),
    { 'content-length': '101' },
    { reads: 0, cancelled: false },
  ],
])('an endless body %s is rejected as soon as it is too large', async (_, chunk, headers, expected) => {
  const { handler } = gameAuth({ maxBodyBytes: 100 });
  const { request, state } = streamed(endless(chunk), headers);

  expect(await read(handler(request))).toEqual(tooLarge);
  expect(state).toEqual(expected);
});

test('the chunks of a body are joined, even when they split a character', async () => {
  const text = JSON.stringify({ ...payload, note: '日' });
  const { handler, calls } = gameAuth();
  const chunks = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
  const { request } = streamed(chunks[Symbol.iterator](), signed(text));

  expect((await handler(request)).status).toBe(200);
  expect(calls[0]?.payload).toEqual({ ...payload, note: '日' });
});

let expired = (): void => undefined;

test.each([
  [
    'stalls until the timeout',
    {
      pull: () => {
        expired();
        return new Promise<void>(() => undefined);
      },
    },
  ],
  ['is truncated', { pull: (controller) => controller.error(new Error('reset')) }],
] satisfies [string, UnderlyingDefaultSource][])('a body that %s is rejected', async (_, source) => {
  expired = controlTimeout();
  const { handler, errors } = gameAuth();
  const init = {
    method: 'POST',
    headers: signed(),
    body: new ReadableStream(source, { highWaterMark: 0 }),
    duplex: 'half',
  };
  const request = new Request(path, init);

  expect(await read(handler(request))).toEqual({ status: 400, json: { error: 'incomplete_body' } });
  expect(errors).toMatchObject([{ reason: 'body_incomplete' }]);
});

test('a body that was read before is reported as such', async () => {
  const { handler, errors, failures } = gameAuth();
  const request = callback();
  await request.json();

  expect(await read(handler(request))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'body_already_parsed' }]);
  expect(failures[0]).toContain('a body parser read the body first');
});
