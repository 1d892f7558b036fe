import { expect, test, vi } from 'vitest';

import { timestampedHmac } from '../../../src/callbacks/signature.ts';
import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { at } from '../send.ts';
import { startPublisher } from './publisher.ts';

const date = '2026-11-20T10:00:00.000Z';
const sandbox = createSandbox({ now: () => new Date(date), secret: 'shared', token: 'publisher-token' });
const login = { deepLink: 'mygame://login?t=1', accessToken: 'player-token' };

function respondingWith(body: unknown, status = 200): () => Promise<Response> {
  return () => Promise.resolve(Response.json(body, { status }));
}

test('the publisher receives the documented request, signed', async () => {
  const { url, received } = await startPublisher({ body: JSON.stringify(login) });
  const outcome = await sandbox.callGameAuth(url, { device: 'MOBILE' });
  expect(outcome).toEqual({ shows: 'qr_code', ...login, status: 200, callback: 1 });
  const { method, headers, body } = at(received, 0);
  expect(method).toBe('POST');
  expect(body).toBe(`{"device":"MOBILE","date":"${date}"}`);
  expect(headers).toMatchObject({
    'x-publisher-token': 'publisher-token',
    'content-type': 'application/json',
  });
  const delivery = { body: Buffer.from(body), signature: String(headers['signature']) };
  expect(await timestampedHmac({ secret: 'shared' })(delivery)).toBe(true);
});

test.each([
  [{}, 'MOBILE', 'MOBILE'],
  [{ mobileDevice: 'PHONE' }, 'MOBILE', 'PHONE'],
  [{ mobileDevice: 'PHONE' }, 'TABLET', 'TABLET'],
  [{ mobileDevice: 'PHONE' }, 'DESKTOP', 'DESKTOP'],
  [{ mobileDevice: 'PHONE' }, undefined, 'DESKTOP'],
])('with %o, the device %s is sent as %s', async (options, device, sent) => {
  let received: unknown;
  const outcome = await createSandbox(options).callGameAuth(
    async (request) => {
      received = await request.json();
      return Response.json({ ...login, desktopAutoRedirect: true });
    },
    { device },
  );
  expect(received).toMatchObject({ device: sent });
  expect(outcome.shows).toBe(sent === 'DESKTOP' ? 'redirect' : 'qr_code');
});

test.each([false, undefined])(
  'on a desktop with desktopAutoRedirect %s, a player sees a QR code',
  async (desktopAutoRedirect) => {
    const outcome = await sandbox.callGameAuth(respondingWith({ ...login, desktopAutoRedirect }));
    expect(outcome).toEqual({ shows: 'qr_code', ...login, status: 200 });
  },
);

test.each([
  ['an error', { error: 'no' }, 401, 'expected status 200, received 401'],
  ['no access token', { deepLink: 'a://b' }, 200, 'accessToken must be a string'],
  ['an empty access token', { ...login, accessToken: '' }, 200, 'accessToken must not be empty'],
  [
    'a link that is not a URL',
    { ...login, deepLink: 'login' },
    200,
    'deepLink must be a URL, for example mygame://login',
  ],
  [
    'neither',
    { desktopAutoRedirect: true },
    200,
    'deepLink is required: without it there is no redirect and no QR code; accessToken must be a string',
  ],
  ['a link that is not a string', { ...login, deepLink: 7 }, 200, 'deepLink must be a string'],
  [
    'a flag that is a string',
    { ...login, desktopAutoRedirect: 'true' },
    200,
    'desktopAutoRedirect must be true or false',
  ],
  ['an array', [], 200, 'the response must be a JSON object'],
])('a response with %s shows an error', async (_what, body, status, problem) => {
  expect(await sandbox.callGameAuth(respondingWith(body, status))).toEqual({
    shows: 'error',
    status,
    problem,
  });
});

test('a response that is not JSON shows an error', async () => {
  const outcome = await sandbox.callGameAuth(() => Promise.resolve(new Response('<html>')));
  expect(outcome).toEqual({ shows: 'error', status: 200, problem: 'the response must be a JSON object' });
});

test('a redirect is not followed', async () => {
  const elsewhere = await startPublisher({ body: JSON.stringify(login) });
  const { url } = await startPublisher({ status: 302, headers: { location: elsewhere.url } });
  expect(await sandbox.callGameAuth(url)).toMatchObject({ shows: 'error', status: 302 });
  expect(elsewhere.received).toEqual([]);
});

test('a handler that throws or an unreachable URL is an outcome without a status', async () => {
  const thrown = await sandbox.callGameAuth(() => Promise.reject(new Error('database is down')));
  expect(thrown).toEqual({ shows: 'error', problem: 'database is down' });
  const unreachable = await sandbox.callGameAuth('http://127.0.0.1:1/');
  expect(unreachable).toEqual({
    shows: 'error',
    callback: expect.any(Number) as number,
    problem: expect.stringMatching(/ECONNREFUSED|bad port/) as string,
  });
});

test('a publisher has ten seconds, also if it ignores the signal', async () => {
  const late = AbortSignal.timeout(30);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  try {
    const outcome = await sandbox.callGameAuth(() => new Promise<never>(() => undefined));
    expect(outcome).toEqual({ shows: 'error', problem: 'no response within 10000 ms' });
    expect(timeout).toHaveBeenCalledWith(10_000);
  } finally {
    timeout.mockRestore();
  }
});

test('the default target is the option gameAuthUrl', async () => {
  const { url, received } = await startPublisher({ body: JSON.stringify(login) });
  expect(await createSandbox({ gameAuthUrl: url }).callGameAuth()).toMatchObject({ shows: 'qr_code' });
  expect(received).toHaveLength(1);
});

test('a missing target, or one that is not a URL, is rejected by name', async () => {
  await expect(sandbox.callGameAuth()).rejects.toThrow(ConfigurationError);
  await expect(sandbox.callGameAuth()).rejects.toMatchObject({ option: 'gameAuthUrl' });
  await expect(sandbox.callGameAuth('ftp://example.com')).rejects.toMatchObject({ option: 'target' });
  await expect(sandbox.callGameAuth('/game-auth')).rejects.toMatchObject({ option: 'target' });
});
