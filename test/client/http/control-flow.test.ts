import { expect, test } from 'vitest';

import type { ClientOptions, PublisherClient, ResponseEvent } from '../../../src/client/index.ts';
import { october } from '../../support/ranges.ts';
import { readByGet, upsertByPut } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';

/** As Next throws it to render a page for each request, or to redirect. */
const controlFlow = Object.assign(new TypeError('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' });

const sources: readonly (readonly [string, ClientOptions])[] = [
  ['a token function', { token: () => Promise.reject(controlFlow) }],
  ['a custom fetch', { fetch: () => Promise.reject(controlFlow) }],
  [
    'a body',
    {
      fetch: () =>
        Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error(controlFlow) }))),
    },
  ],
];
const calls: readonly (readonly [string, (client: PublisherClient) => Promise<unknown>])[] = [
  ['a read', (client) => readByGet.send(client)],
  ['a write', (client) => upsertByPut.send(client)],
  ['a list', (client) => client.transactions.list(october).toArray({ max: 10 })],
  ['setAll', (client) => client.translations.setAll({})],
];

test.each(
  sources.flatMap(([source, options]) => calls.map(([call, send]) => ({ source, options, call, send }))),
)(
  "a framework's control flow from $source passes through $call as it is, without a retry",
  async ({ options, send }) => {
    await using service = await startService([{ json: {} }]);
    const events: ResponseEvent[] = [];
    const client = service.client({ ...options, hooks: { onResponse: (event) => events.push(event) } });
    const stack = controlFlow.stack;

    expect(await failureOf(send(client))).toBe(controlFlow);

    expect(Object.keys(controlFlow)).toEqual(['digest']);
    expect(controlFlow.stack).toBe(stack);
    expect(events).toMatchObject([{ attempt: 1, error: 'aborted' }]);
    expect(service.requests).toEqual([]);
  },
);
