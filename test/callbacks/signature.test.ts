import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { type CallbackError, signPayload, timestampedHmac } from '../../src/callbacks/index.ts';
import { badSignature, body, callback, gameAuth, read, secret, sign as signAt } from './handlers.ts';

const now = 1_790_000_000_000;
const bytes = new TextEncoder().encode(body);
const verify = timestampedHmac({ secret, now: () => now });

function sign(time: number | string, text: string | Uint8Array = body, key = secret): string {
  return signAt(text, { time, key });
}

async function reasonOf(signature: string, check = verify, text: Uint8Array = bytes): Promise<string> {
  try {
    return String(await check({ body: text, signature }));
  } catch (error) {
    return (error as CallbackError).reason;
  }
}

test('the signature is HMAC-SHA256 of the timestamp, a dot and the body', async () => {
  // Made with: printf '1790000000000.{}' | openssl dgst -sha256 -hmac key
  const known = '873181e67a0ebec4bff9fae988c547c266bffe2c20291d7511e24db91c092215';

  expect(await signPayload('{}', { secret: 'key', timestamp: 1_790_000_000_000 })).toBe(
    `t=1790000000000,v1=${known}`,
  );
  expect(await signPayload(body, { secret, timestamp: new Date(now) })).toBe(sign(now));
  expect(await signPayload(bytes, { secret, timestamp: now })).toBe(sign(now));
  expect(await reasonOf(sign(now))).toBe('true');
});

test('the default timestamp is the current time', async () => {
  const signature = await signPayload(bytes, { secret });

  expect(await timestampedHmac({ secret })({ body: bytes, signature })).toBe(true);
});

const valid = sign(now);
const digest = valid.slice(-64);
const malformed: readonly (readonly [string, string])[] = [
  ['a bare digest', digest],
  ['in seconds', sign(now / 1000)],
  ['with 14 digits', sign('17900000000000')],
  ['with digits of another script', sign('١٧٩٠٠٠٠٠٠٠٠٠٠')],
  ['with 63 digits', valid.slice(0, -1)],
  ['with 65 digits', `${valid}0`],
  ['with a letter that is not hexadecimal', `${valid.slice(0, -1)}g`],
  ['without a digest', `t=${now}`],
  ['without a time', `v1=${digest}`],
  ['with two times', `${valid},t=${now}`],
  ['with only another scheme', `t=${now},v0=${digest}`],
  ['with a part that has no value', `${valid},v0=`],
  ['with a second digest that is cut', `${valid},v1=${digest.slice(1)}`],
  ['with six digests', `${valid}${`,v1=${digest}`.repeat(5)}`],
  ['with a line break at its end', `${valid}\n`],
];

test.each(malformed)('a signature %s is malformed', async (_, signature) => {
  expect(await reasonOf(signature)).toBe('signature_malformed');
});

test.each([
  ['of another secret', sign(now, body, 'another')],
  ['of the body alone', `t=${now},v1=${createHmac('sha256', secret).update(body).digest('hex')}`],
  ['of another timestamp', sign(now + 1).replace(String(now + 1), String(now))],
])('a signature %s does not match', async (_, signature) => {
  expect(await reasonOf(signature)).toBe('signature_mismatch');
});

test('a body that differs in any one byte does not match', async () => {
  const reasons = await Promise.all(
    [...bytes].map((byte, index) => reasonOf(valid, verify, bytes.with(index, byte ^ 1))),
  );

  expect(new Set(reasons)).toEqual(new Set(['signature_mismatch']));
  expect(await reasonOf(valid, verify, bytes.slice(1))).toBe('signature_mismatch');
  expect(await reasonOf(valid, verify, Uint8Array.of(...bytes, 10))).toBe('signature_mismatch');
});

test.each([
  [-300_000, 'true'],
  [-300_001, 'timestamp_out_of_tolerance'],
  [300_000, 'true'],
  [300_001, 'timestamp_out_of_tolerance'],
])('with the default tolerance, a timestamp %i ms from now gives %s', async (offset, reason) => {
  expect(await reasonOf(sign(now + offset))).toBe(reason);
});

test('a timestamp out of tolerance is reported with its distance and direction', async () => {
  await expect(verify({ body: bytes, signature: sign(now - 400_000) })).rejects.toThrow(
    '400 s in the past, and 300 s',
  );
  await expect(verify({ body: bytes, signature: sign(now + 400_000) })).rejects.toThrow(
    '400 s in the future',
  );
});

test('the timestamp is not checked if the signature does not match', async () => {
  expect(await reasonOf(sign(now - 86_400_000, body, 'another'))).toBe('signature_mismatch');
});

test('a clock that returns NaN rejects every signature', async () => {
  const broken = timestampedHmac({ secret, now: () => Number.NaN });

  expect(await reasonOf(valid, broken)).toBe('timestamp_out_of_tolerance');
});

test('during a rotation each of several secrets is valid, and no other', async () => {
  const rotating = timestampedHmac({ secret: ['the new one', secret], now: () => now });

  expect(await reasonOf(sign(now, body, 'the new one'), rotating)).toBe('true');
  expect(await reasonOf(valid, rotating)).toBe('true');
  expect(await reasonOf(sign(now, body, 'the old one'), rotating)).toBe('signature_mismatch');
  expect(await reasonOf(sign(now, body, `the new one,${secret}`), rotating)).toBe('signature_mismatch');
});

const another = sign(now, body, 'another').slice(-64);
test.each([
  ['digests of several secrets', `${valid},v1=${another}`],
  ['the matching digest last', `t=${now},v1=${another},v1=${digest}`],
  ['five digests', `t=${now}${`,v1=${another}`.repeat(4)},v1=${digest}`],
  ['the time at its end', `v1=${another},v1=${digest},t=${now}`],
  ['other schemes', `v0=${another},${valid},v2=dGVzdA==`],
])('a signature with %s is valid if one digest matches', async (_, signature) => {
  expect(await reasonOf(signature)).toBe('true');
  expect(await reasonOf(signature.replace(digest, another))).toBe('signature_mismatch');
});

test('a callback that is signed with both secrets of a rotation is accepted, and none that is forged', async () => {
  const { handler, errors } = gameAuth();
  const time = Date.now();
  const signature = `${signAt(body, { key: 'the next one', time })}, ${signAt(body, { time }).split(',')[1] ?? ''}`;

  expect((await handler(callback(undefined, { signature }))).status).toBe(200);
  expect((await handler(callback(`${body} `, { signature }))).status).toBe(400);
  expect(errors.map(({ reason }) => reason)).toEqual(['signature_mismatch']);
});

const validSignature = (): string => signAt(body);

test.each([
  ['missing', undefined, 'signature_missing'],
  ['empty', '', 'signature_missing'],
  ['duplicated', `${validSignature()}, ${validSignature()}`, 'signature_duplicated'],
])('a callback whose signature is %s is rejected with 400', async (_, signature, reason) => {
  const { handler, errors, calls, warnings } = gameAuth();

  expect(await read(handler(callback(undefined, { signature })))).toEqual(badSignature);
  expect(errors).toMatchObject([{ reason, operation: 'gameAuth' }]);
  expect(calls).toEqual([]);
  expect(warnings[0]).toContain(` 400, ${reason}: `);
});

test('a signature with a space after its comma is valid', async () => {
  const { handler } = gameAuth();
  const signature = validSignature().replace(',', ', ');

  expect((await handler(callback(undefined, { signature }))).status).toBe(200);
});

test('the raw bytes are verified, not their JSON value', async () => {
  const { handler } = gameAuth();
  const odd = '{ "date":"2026-10-01T12:00:00Z","device" : "MOBILE", "n": 1e2 }';

  expect((await handler(callback(odd))).status).toBe(200);
  const signature = signAt(JSON.stringify(JSON.parse(odd)));
  expect(await read(handler(callback(odd, { signature })))).toEqual(badSignature);
});

test('a body that is not UTF-8 is verified first', async () => {
  const { handler, errors } = gameAuth();
  const odd = Uint8Array.of(0xff, 0xfe);

  await handler(callback(odd));
  await handler(callback(odd, { signature: signAt('��') }));

  expect(errors.map(({ reason }) => reason)).toEqual(['body_not_utf8', 'signature_mismatch']);
});

test('a custom tolerance applies in both directions', async () => {
  const strict = timestampedHmac({ secret, tolerance: 1000, now: () => new Date(now) });
  const reasons = await Promise.all(
    [-1001, -1000, 1000, 1001].map((offset) => reasonOf(sign(now + offset), strict)),
  );

  expect(reasons).toEqual(['timestamp_out_of_tolerance', 'true', 'true', 'timestamp_out_of_tolerance']);
});
