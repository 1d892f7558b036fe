import { expect, test, vi } from 'vitest';

import { timestampedHmac } from '../../../src/callbacks/signature.ts';
import { ConfigurationError } from '../../../src/errors/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { at } from '../ask.ts';
import { startPublisher } from './publisher.ts';

const date = '2026-11-20T10:00:00.000Z';
const sandbox = createSandbox({ now: () => new Date(date), secret: 'shared', token: 'publisher-token' });
const login = { deepLink: 'mygame://login?t=1', accessToken: 'player-token' };

function answering(body: unknown, status = 200): () => Promise<Response> {
  return () => Promise.resolve(Response.json(body, { status }));
}

test('the publisher receives the documented request, signed', async () => {
  const { url, received } = await startPublisher({ body: JSON.stringify(login) });
  const outcome = await sandbox.callGameAuth(url, { device: 'MOBILE' });
  expect(outcome).toEqual({ shows: 'qr_code', ...login, status: 200 });
  const { method, headers, body } = at(received, 0);
  expect(method).toBe('POST');
  expect(body).toBe(`{"device":"MOBILE","date":"${date}"}`);
  expect(headers).toMatchObject({
    'x-publisher-token': 'publisher-token',
    'content-type': 'application/json',
  });
  const delivery = { body: Buffer.from(body), signature: String(headers['signature']) };
  expect(timestampedHmac({ secret: 'shared' })(delivery)).toBe(true);
});

test('a handler receives the same request as an address', async () => {
  let seen: unknown;
  await sandbox.callGameAuth(async (request) => {
    const { method, headers } = request;
    const body = await request.text();
    const delivery = { body: Buffer.from(body), signature: headers.get('signature') ?? '' };
    const signed = timestampedHmac({ secret: 'shared' })(delivery);
    seen = { method, body, signed, token: headers.get('x-publisher-token') };
    return Response.json(login);
  });
  const body = `{"device":"DESKTOP","date":"${date}"}`;
  expect(seen).toEqual({ method: 'POST', body, signed: true, token: 'publisher-token' });
});

test.each([
  ['DESKTOP', true, 'redirect'],
  ['DESKTOP', false, 'qr_code'],
  ['DESKTOP', undefined, 'qr_code'],
  ['MOBILE', true, 'qr_code'],
  ['CONSOLE', true, 'qr_code'],
])('on %s with desktopAutoRedirect %s, a player sees %s', async (device, desktopAutoRedirect, shows) => {
  const outcome = await sandbox.callGameAuth(answering({ ...login, desktopAutoRedirect }), { device });
  expect(outcome).toEqual({ shows, ...login, status: 200 });
});

test.each([
  ['another status', login, 201, 'the status is 201, and only 200 is documented'],
  ['a refusal', { error: 'no' }, 401, 'the status is 401, and only 200 is documented'],
  ['no access token', { deepLink: 'a://b' }, 200, 'accessToken must be text'],
  ['an empty access token', { ...login, accessToken: '' }, 200, 'accessToken must not be empty'],
  [
    'a link that is none',
    { ...login, deepLink: 'login' },
    200,
    'deepLink must be a URL, for example mygame://login',
  ],
  [
    'neither',
    { desktopAutoRedirect: true },
    200,
    'deepLink is missing: the player can neither be redirected nor shown a QR code; accessToken must be text',
  ],
  ['a link that is no text', { ...login, deepLink: 7 }, 200, 'deepLink must be text'],
  [
    'a flag that is text',
    { ...login, desktopAutoRedirect: 'true' },
    200,
    'desktopAutoRedirect must be true or false',
  ],
  ['a list', [], 200, 'the answer must be a JSON object'],
])('an answer with %s shows an error', async (_what, body, status, problem) => {
  expect(await sandbox.callGameAuth(answering(body, status))).toEqual({ shows: 'error', status, problem });
});

test('an answer that is not JSON shows an error', async () => {
  const outcome = await sandbox.callGameAuth(() => Promise.resolve(new Response('<html>')));
  expect(outcome).toEqual({ shows: 'error', status: 200, problem: 'the answer must be a JSON object' });
});

test('a redirect is not followed', async () => {
  const elsewhere = await startPublisher({ body: JSON.stringify(login) });
  const { url } = await startPublisher({ status: 302, headers: { location: elsewhere.url } });
  expect(await sandbox.callGameAuth(url)).toMatchObject({ shows: 'error', status: 302 });
  expect(elsewhere.received).toEqual([]);
});

test('a publisher who throws or cannot be reached is an outcome, without a status', async () => {
  const thrown = await sandbox.callGameAuth(() => Promise.reject(new Error('database is down')));
  expect(thrown).toEqual({ shows: 'error', problem: 'database is down' });
  const unreachable = await sandbox.callGameAuth('http://127.0.0.1:1/');
  expect(unreachable).toEqual({
    shows: 'error',
    problem: expect.stringMatching(/ECONNREFUSED|bad port/) as string,
  });
});

test('a publisher has ten seconds, also one who ignores the signal', async () => {
  const late = AbortSignal.timeout(30);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  try {
    const outcome = await sandbox.callGameAuth(() => new Promise<never>(() => undefined));
    expect(outcome).toEqual({ shows: 'error', problem: 'no answer within 10000 ms' });
    expect(timeout).toHaveBeenCalledWith(10_000);
  } finally {
    timeout.mockRestore();
  }
});

test('without a target, the option says where', async () => {
  const { url, received } = await startPublisher({ body: JSON.stringify(login) });
  expect(await createSandbox({ gameAuthUrl: url }).callGameAuth()).toMatchObject({ shows: 'qr_code' });
  expect(received).toHaveLength(1);
});

test('no target, or one that is no address, is refused by name', async () => {
  await expect(sandbox.callGameAuth()).rejects.toThrow(ConfigurationError);
  await expect(sandbox.callGameAuth()).rejects.toMatchObject({ option: 'gameAuthUrl' });
  await expect(sandbox.callGameAuth('ftp://example.com')).rejects.toMatchObject({ option: 'target' });
  await expect(sandbox.callGameAuth('/game-auth')).rejects.toMatchObject({ option: 'target' });
});
