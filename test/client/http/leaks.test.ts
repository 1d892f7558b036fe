import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import * as library from '../../../src/client/index.ts';
import type { ClientOptions, PublisherError } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { transaction } from '../../literals/transactions.ts';
import { create, everyEffect, type SampleCall, upsertByDelete } from '../../support/calls.ts';
import { reset, silent, stalledBody } from '../../support/faults.ts';
import { printed } from '../../support/printed.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, type Reply, startService, token } from '../../support/service.ts';

const echo = { message: `token ${token} is odd`, body: token, requestUrl: `/x?t=${token}`, [token]: [token] };

interface Ending {
  readonly name: string;
  readonly reply: Reply;
  /** The response to the second request. */
  readonly next?: Reply;
  readonly call?: Pick<SampleCall, 'send'>;
  readonly options?: ClientOptions;
}

const list: Pick<SampleCall, 'send'> = {
  send: (client) => client.transactions.list(october).toArray({ max: 100 }),
};

const invalidArgument: Pick<SampleCall, 'send'> = {
  // The listeners receive the events of a call that succeeds: their list must not be empty.
  send: async (client) => {
    await client.request({ method: 'GET', path: '/' });
    return client.pricePoints.get(-1);
  },
};

const endings: readonly Ending[] = [
  ...[400, 401, 403, 404, 409, 413, 418, 429, 500, 503].map((status) => ({
    name: `status ${status} that echoes the token`,
    reply: { status, json: echo },
  })),
  { name: 'an error string that echoes the token', reply: { status: 400, text: `no ${token}` } },
  {
    name: 'a redirect',
    reply: { status: 302, headers: { location: `https://evil.example/?t=${token}` }, json: {} },
  },
  { name: 'a response that is not as documented', reply: { json: echo } },
  { name: 'broken JSON', reply: { text: `{"t":"${token}` } },
  {
    name: 'a response that is too large',
    reply: { text: token.repeat(99) },
    options: { maxResponseBytes: 100 },
  },
  { name: 'late headers', reply: silent, options: { timeout: 100 } },
  { name: 'a late body', reply: stalledBody(), options: { timeout: 100 } },
  { name: 'a reset connection', reply: reset },
  {
    name: 'a delete that may have worked',
    reply: (response) => response.destroy(),
    call: upsertByDelete,
    options: { retry: { limit: 1 } },
  },
  {
    name: 'a fetch that throws its headers',
    reply: { json: {} },
    options: {
      fetch: (_, init) =>
        Promise.reject(Object.assign(new TypeError(inspect(init)), { request: init, cause: init })),
    },
  },
  {
    name: 'a repeated cursor',
    reply: { json: { totalCount: 9, results: [transaction()], nextCursor: 'again' } },
    call: list,
  },
  {
    name: 'a price point that differs',
    reply: {
      status: 409,
      json: { message: 'Cannot create new pricing. The price point already exists.' },
    },
    next: { json: { ...pricePointRead, lastUpdate: token, [token]: token } },
    call: { send: (client) => client.pricePoints.ensure({ priceInUsdCents: 1 }) },
  },
  { name: 'an impossible argument', reply: { json: {} }, call: invalidArgument },
  { name: 'a token that cannot be sent', reply: { json: {} }, options: { token: () => `${token} ${token}` } },
];

const sources = [
  { source: 'a string', option: token },
  { source: 'a function', option: () => Promise.resolve(token) },
];
const cases = endings.flatMap((ending) => sources.map((source) => ({ ...ending, ...source })));

const seen = new Set<string>();

test.concurrent.for(cases)(
  'the token as $source is not in the error, log or hooks of $name',
  async (example, { expect }) => {
    const { reply, next = reply, option, options, call = create } = example;
    await using service = await startService([reply, next]);
    const heard: unknown[] = [];
    const hear = (event: unknown): void => void heard.push(event);
    const client = service.client({
      token: option,
      retry: false,
      logger: { debug: hear, info: hear, warn: hear, error: hear },
      logLevel: 'debug',
      hooks: { onRequest: hear, onResponse: hear, onRetry: hear },
      onDrift: hear,
      ...options,
    });

    const error = await failureOf(call.send(client));

    expect(library.isPublisherError(error)).toBe(true);
    seen.add((error as PublisherError).name);
    expect(printed(error)).not.toContain(token);
    expect(heard.length).toBeGreaterThan(0);
    expect(inspect(heard, { depth: 20, showHidden: true })).not.toContain(token);
  },
);

test('the endings above are of every error class that a call can end in', () => {
  const classes = Object.keys(library).filter((name) => /^[A-Z]\w*Error$/.test(name));
  const neverThrownByCalls = ['PublisherError', 'InvalidAmountError'];

  expect([...seen].sort()).toEqual(classes.filter((name) => !neverThrownByCalls.includes(name)).sort());
});

test('the token is out of reach in the client and in everything it hands out', async () => {
  await using service = await startService(({ method }) => ({
    json: everyEffect.find(({ name }) => name.includes(method))?.response,
  }));
  const client = service.client({ logger: console, headers: { 'x-team': 'finance' } });
  const ofJob = client.withOptions({ token: `${token}-of-a-job`, logLevel: 'off' });
  const subClients: unknown[] = Object.values(client as unknown as Record<string, unknown>);
  const walks = [client.transactions.list(october), client.offers.list()];

  for (const value of [client, ofJob, ...subClients, ...walks]) {
    expect(inspect(value, { depth: 20, showHidden: true, getters: true })).not.toContain(token);
    expect(JSON.stringify([value])).not.toContain(token);
  }
});

test('a request that is rejected before it is sent does not show the token', async () => {
  await using service = await startService([{ json: {} }]);
  const client = service.client();

  const refusals = [
    () => client.content.get('..'),
    () => client.pricePoints.create({ priceInUsdCents: -1 }),
    () => client.pricePoints.get(999, { headers: { 'X-Publisher-Token': token } }),
    () => client.pricePoints.get(999, { headers: { 'x-other': `${token}\n${token}` } }),
    () => client.request({ method: 'GET', path: `/../${token}` }),
  ];

  for (const refusal of refusals) {
    const error = await failureOf(refusal());
    expect(error).toMatchObject({ name: 'InvalidRequestError' });
    expect(printed(error)).not.toContain(token);
  }
  expect(service.requests).toEqual([]);
});
