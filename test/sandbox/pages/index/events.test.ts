import { expect, test } from 'vitest';

import { openSession, pay } from '../../sessions.ts';
import { listening } from './listening.ts';
import { openPage } from './send-form.ts';

interface PageEvent {
  readonly type: string;
  readonly parts: Readonly<Record<string, string>>;
}

/** What the index page says about its process. */
async function processOf(url: string): Promise<string> {
  return /data-process="([^"]*)"/.exec((await openPage(`${url}/`)).text)?.[1] ?? '';
}

/** Reads the events for a page of a process, one by one. */
async function follow(url: string, process: string) {
  const abort = new AbortController();
  const response = await fetch(`${url}/events?process=${process}`, {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const reader = (response.body ?? expect.fail('no body')).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<PageEvent> => {
    for (;;) {
      const [block, rest] = text.split(/\n\n(.*)/s);
      if (block !== undefined && rest !== undefined) {
        text = rest;
        if (block.startsWith('retry:')) continue;
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        const data = field('data');
        return {
          type: field('event'),
          parts: data === '' ? {} : (JSON.parse(data) as Record<string, string>),
        };
      }
      const { value, done } = await reader.read();
      if (done) expect.fail('the stream has ended');
      text += value;
    }
  };
  return { response, next, [Symbol.dispose]: () => abort.abort() };
}

test('requests, changes of the state and faults are sent as the parts of the page that they change', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  using events = await follow(url, await processOf(url));
  expect(events.response.headers.get('content-type')).toBe('text/event-stream');
  const all = [
    ...['live-sessions', 'live-requests', 'live-transactions'],
    ...['live-clock', 'live-faults', 'live-callbacks'],
  ];
  expect(Object.keys((await events.next()).parts)).toEqual(all);

  await fetch(`${url}/v1/<b>`);
  const request = await events.next();
  expect(Object.keys(request.parts)).toEqual(['live-requests']);
  expect(request.parts['live-requests']).toContain('/v1/%3Cb%3E');

  const { purchaseId } = await pay(sandbox);
  const paid = await events.next();
  expect(Object.keys(paid.parts)).toEqual(['live-sessions', 'live-transactions']);
  expect(paid.parts['live-sessions']).toContain(`id="refund-${purchaseId}"`);

  sandbox.fail({ operation: '*', status: 503 });
  expect(Object.keys((await events.next()).parts)).toEqual(['live-faults']);
  sandbox.advance(1000);
  expect((await events.next()).parts).toEqual({
    'live-clock': expect.stringContaining('12:00:01') as string,
  });
});

test('a burst of changes is fewer events than changes', async () => {
  const { sandbox, url } = await listening();
  using events = await follow(url, await processOf(url));
  for (let count = 0; count < 30; count += 1) sandbox.advance(1000);

  let received = 1;
  while (!(await events.next()).parts['live-clock']?.includes('12:00:30')) received += 1;
  expect(received).toBeLessThan(30);
});

test('a page that was opened before a change receives it, and one from before a restart is loaded again', async () => {
  const { sandbox, url } = await listening();
  const process = await processOf(url);
  const { checkoutSessionToken } = await openSession(sandbox);
  using events = await follow(url, process);
  expect((await events.next()).parts['live-sessions']).toContain(checkoutSessionToken);

  const other = await listening();
  using restarted = await follow(other.url, process);
  expect((await restarted.next()).type).toBe('restart');
  // Once: a page that is loaded again at each event would never be shown.
  const headers = { accept: 'text/event-stream' };
  const body = await (await fetch(`${other.url}/events?process=${process}`, { headers })).text();
  expect(body.match(/event: restart/g)).toHaveLength(1);
});
