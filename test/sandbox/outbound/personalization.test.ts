import { expect, onTestFinished, test } from 'vitest';

import { timestampedHmac } from '../../../src/callbacks/signature.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { send, at } from '../send.ts';
import { newFile, openOn } from '../store/files.ts';
import { startPublisher } from './publisher.ts';

const date = '2026-11-20T10:00:00.000Z';
const triggered = { status: 200, body: { message: 'Event triggered for publisher sandbox-publisher' } };

function open(options: SandboxOptions): Sandbox {
  const sandbox = createSandbox({ now: () => new Date(date), ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function triggerAll(sandbox: Sandbox): Promise<void> {
  expect(await send(sandbox, 'POST', '/store/v1/personalization/refresh-active-players')).toEqual(triggered);
}

async function triggerSome(sandbox: Sandbox, playerIds: string[]): Promise<void> {
  const path = '/store/v1/personalization/refresh-specific-active-players';
  expect(await send(sandbox, 'POST', path, { body: { playerIds } })).toEqual(triggered);
}

test('without personalizeUrl, triggers are only recorded', async () => {
  const sandbox = open({});
  await triggerAll(sandbox);
  await triggerSome(sandbox, ['a', 'b']);
  await sandbox.settled();
  expect(sandbox.state().personalization).toEqual([{ date }, { date, playerIds: ['a', 'b'] }]);
});

test('with personalizeUrl, a trigger is posted with token and signature', async () => {
  const { url, received } = await startPublisher({ status: 204 });
  const sandbox = open({
    personalizeUrl: url,
    secret: 'shared',
    token: 'publisher-token',
    publisherId: 'acme',
  });
  const path = '/store/v1/personalization/refresh-specific-active-players';
  const { body: response } = await send(sandbox, 'POST', path, { body: { playerIds: ['a'] } });
  expect(response).toEqual({ message: 'Event triggered for publisher acme' });
  await sandbox.settled();
  const { method, url: target, headers, body } = at(received, 0);
  expect({ method, target }).toEqual({ method: 'POST', target: '/hook' });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-publisher-token': 'publisher-token',
  });
  expect(JSON.parse(body)).toEqual({ playerIds: ['a'], publisherId: 'acme', date });
  // Signed with the system clock, not with that of the sandbox.
  const delivery = { body: Buffer.from(body), signature: String(headers['signature']) };
  expect(await timestampedHmac({ secret: 'shared' })(delivery)).toBe(true);
  await expect(timestampedHmac({ secret: 'other' })(delivery)).rejects.toThrow('signature');
  expect(sandbox.state().personalization).toEqual([{ date, playerIds: ['a'], delivery: { status: 204 } }]);
});

test('an unreachable publisher does not fail the request, and is recorded', async () => {
  const sandbox = open({ personalizeUrl: 'http://127.0.0.1:1/' });
  await triggerAll(sandbox);
  await sandbox.settled();
  expect(sandbox.state().personalization).toEqual([
    { date, delivery: { error: expect.stringMatching(/ECONNREFUSED|bad port/) as string } },
  ]);
});

test('a publisher who does not respond does not delay the request, and close cancels the callback', async () => {
  const { url } = await startPublisher('nothing');
  const sandbox = open({ personalizeUrl: url });
  await triggerAll(sandbox);
  expect(sandbox.state().personalization).toEqual([{ date }]);
  await sandbox.close();
  // After a timeout, an error would be recorded.
  expect(sandbox.state().personalization).toEqual([{ date }]);
});

test('a delivery that ends after a reset is discarded with its trigger', async () => {
  const { url } = await startPublisher({});
  const sandbox = open({ personalizeUrl: url });
  await triggerAll(sandbox);
  sandbox.reset();
  await sandbox.settled();
  expect(sandbox.state().personalization).toEqual([]);
});

test('the outcome of a delivery survives a restart', async () => {
  const data = newFile();
  const { url } = await startPublisher({});
  const sandbox = openOn(data, { personalizeUrl: url, now: () => new Date(date) });
  await triggerAll(sandbox);
  await sandbox.settled();
  await sandbox.close();
  expect(openOn(data).state().personalization).toEqual([{ date, delivery: { status: 200 } }]);
});
