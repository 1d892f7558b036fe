import { expect, test } from 'vitest';

import { timestampedHmac } from '../../../../src/callbacks/index.ts';
import { startPublisher } from '../../outbound/publisher.ts';
import { listening, sectionOf } from './listening.ts';
import { digestOf, openPage, sendForm } from './send-form.ts';

test('a callback is shown with its signature, body and response, without the token', async () => {
  const publisher = await startPublisher({ status: 202, body: '{"queued":true}' });
  const { sandbox, url } = await listening({ personalizeUrl: publisher.url });
  await sandbox.fetch(`${sandbox.baseUrl}/store/v1/personalization/refresh-active-players`, {
    method: 'POST',
    headers: { 'x-publisher-token': 'sandbox-token' },
  });
  await sandbox.settled();
  const [sent] = publisher.received;
  const list = sectionOf(await openPage(`${url}/`), 'callbacks');
  const page = await openPage(`${url}/callbacks/1`);

  expect(list).toContain(`${publisher.url} 202`);
  expect(page.status).toBe(200);
  expect(sectionOf(page, 'request')).toContain(`signature ${String(sent?.headers['signature'])}`);
  expect(sectionOf(page, 'request')).toContain('x-publisher-token [hidden]');
  expect(sectionOf(page, 'request')).toContain('&quot;publisherId&quot;: &quot;sandbox-publisher&quot;');
  expect(sectionOf(page, 'response')).toContain('&quot;queued&quot;: true');
  expect(page.text).not.toContain('sandbox-token');
});

test('a button repeats a callback: the same body, with a signature that is valid now', async () => {
  const publisher = await startPublisher({ status: 500 });
  const { url } = await listening({ gameAuthUrl: publisher.url });
  await sendForm(`${url}/`, { action: 'game-auth', device: 'DESKTOP' });
  const { status, headers } = await sendForm(`${url}/`, { action: 'repeat', callback: '1' });
  const page = await openPage(`${url}/?done=repeat`);
  const [first, second, ...others] = publisher.received;

  expect([status, headers['location']]).toEqual([303, '/?done=repeat#callbacks']);
  expect(page.text).toContain('Your endpoint failed: it responded with 500.');
  expect(others).toEqual([]);
  expect(second?.body).toBe(first?.body);
  const verify = timestampedHmac({ secret: 'sandbox-secret' });
  const [body, signature] = [Buffer.from(second?.body ?? ''), String(second?.headers['signature'])];
  await expect(verify({ body, signature })).resolves.toBe(true);
  expect(sectionOf(page, 'callbacks').match(/Repeat/g)).toHaveLength(2);
});

test('a callback without a response is listed, and one that is not kept is 404', async () => {
  const { sandbox, url } = await listening();
  // Nothing listens on port 9, which is for discarding.
  const outcome = await sandbox.callGameAuth('http://127.0.0.1:9/auth');
  const digest = await digestOf(`${url}/`, { action: 'repeat' });
  const again = await sendForm(`${url}/`, { action: 'repeat', callback: '7', digest });

  expect(outcome.shows).toBe('error');
  expect(sectionOf(await openPage(`${url}/`), 'callbacks')).toContain('http://127.0.0.1:9/auth none');
  expect((await openPage(`${url}/callbacks/7`)).status).toBe(404);
  expect(again.status).toBe(400);
  expect(again.text).toContain('No callback has this number: the last 200 are kept.');
});
