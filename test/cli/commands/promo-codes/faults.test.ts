import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';

import { expect, test } from 'vitest';

import { startProgram } from '../../../support/run-program.ts';
import { token } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { base, createElsewhere, openPromoStore, type PromoStore } from './run-promo-codes.ts';

const lose = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
const cut = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
  response.write('{"promoCodes":[', () => response.destroy());
};

/** Starts the built command, which a test kills. */
function start({ url, folder }: PromoStore, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: url, PUBLISHER_TOKEN: token };
  return startProgram(process.execPath, [command, ...base, ...args], { cwd: folder.path, env });
}

test.each([
  ['before', 'A created', 'B created', ''],
  [
    'after',
    'A exists',
    'B exists',
    'an earlier request may have created it, or it is active on another coupon: ',
  ],
])(
  'if the connection is lost %s the codes are created, they are unknown, and retried only if asked for',
  async (when, a, b, why) => {
    const store = await openPromoStore('A', 'B', 'C');
    store.intercept((request) => (when === 'before' ? lose : store.applyThen(request, lose)));
    const failed = await store.create('--from', 'names.csv', '--batch', '2');

    expect(failed.code).toBe(1);
    expect(failed.err).toContain('The codes of this request may exist: they are unknown in codes.csv.');
    expect(store.states()).toEqual(['A unknown', 'B unknown', 'C pending']);
    store.intercept(() => undefined);
    const resumed = await store.create('--resume');
    expect(resumed.code).toBe(3);
    expect(resumed.out).toContain(
      'codes.csv: 3 codes of the coupon autumn: 1 created, 2 unknown\n  A, B unknown: promoCodes',
    );
    expect(resumed.out).toContain('Unknown codes may exist. To retry them: --resume --retry-unknown\n');
    expect(store.sent()).toEqual([['A', 'B'], ['C']]);
    const retried = await store.create('--resume', '--retry-unknown');
    expect(retried.code).toBe(when === 'before' ? 0 : 3);
    expect(store.states()).toEqual([a, b, 'C created']);
    expect(store.rows().map(([, , , , , message]) => message?.startsWith(why))).toEqual([
      true,
      true,
      why === '',
    ]);
    expect(store.created().toSorted()).toEqual(['autumn A', 'autumn B', 'autumn C']);
  },
);

test('codes are unknown if the response says that they are created, and cannot be read', async () => {
  const store = await openPromoStore('A', 'B');
  store.intercept((request) => store.applyThen(request, cut));

  expect((await store.create('--from', 'names.csv')).code).toBe(3);
  expect(store.states()).toEqual(['A unknown', 'B unknown']);
});

test('codes whose rejection has the status 200 are pending, and no other is sent', async () => {
  const store = await openPromoStore('A', 'B');
  const message = [{ validationErrorNumber: 1, error: 'Publisher not found' }];
  store.intercept(() => ({ json: { statusCode: 401, error: 'Unauthorized', message, requestUrl: '/x' } }));

  expect((await store.create('--from', 'names.csv', '--batch', '1')).code).toBe(1);
  expect(store.states()).toEqual(['A pending', 'B pending']);
  expect(store.sent()).toEqual([['A']]);
});

test('a code that the response does not list is unknown', async () => {
  const store = await openPromoStore('A', 'B');
  const listed = {
    name: 'a',
    active: true,
    maxRedemptions: 1,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };
  store.intercept(() => ({ json: { promoCodes: [listed] } }));
  const { code, out } = await store.create('--from', 'names.csv');

  expect(code).toBe(3);
  expect(out).toContain('  B unknown: the response does not list it\n');
  expect(store.states()).toEqual(['A created', 'B unknown']);
});

test('without a connection nothing was sent, and the codes stay pending', async () => {
  const store = await openPromoStore('A');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const { finished } = start({ ...store, url: `http://127.0.0.1:${port}` }, '--from', 'names.csv');
  const { code, err } = await finished;

  expect(code).toBe(1);
  expect(err).toContain('ECONNREFUSED');
  expect(store.states()).toEqual(['A pending']);
});

test('an unknown code stays unknown if its retry is rejected for another reason', async () => {
  const store = await openPromoStore('A');
  store.intercept(() => lose);
  await store.create('--from', 'names.csv');
  store.intercept(() => ({ status: 403, json: {} }));

  expect((await store.create('--resume', '--retry-unknown')).code).toBe(1);
  expect(store.states()).toEqual(['A unknown']);
});

test.each([
  // The first request is rejected because another coupon has B, and the second one is A alone.
  [1, ['A unknown', 'B unknown', 'C pending', 'D pending', 'E pending']],
  [2, ['A unknown', 'B rejected', 'C pending', 'D pending', 'E pending']],
  [3, ['A created', 'B rejected', 'C unknown', 'D unknown', 'E pending']],
  [4, ['A created', 'B rejected', 'C created', 'D created', 'E unknown']],
])(
  'a kill at request %i, once it is applied, loses no code and creates none twice',
  async (killAt, states) => {
    const store = await openPromoStore('B');
    await createElsewhere(store);
    store.write('names.csv', 'name\nA\nB\nC\nD\nE\n');
    const running: { kill?: () => void } = {};
    store.intercept((request) =>
      store.sent().length - 1 === killAt ? store.applyThen(request, () => running.kill?.()) : undefined,
    );
    const { child, finished } = start(store, '--from', 'names.csv', '--batch', '2');
    running.kill = () => child.kill('SIGKILL');

    expect(await finished).toMatchObject({ signal: 'SIGKILL' });
    expect(store.states()).toEqual(states);
    expect((await store.create('--resume', '--retry-unknown')).code).toBe(3);
    expect(store.states().join()).not.toMatch(/pending|unknown/);
    expect(store.created().toSorted()).toEqual(['autumn A', 'autumn C', 'autumn D', 'autumn E', 'spring B']);
  },
);

test('Ctrl-C waits for the response of the request, and leaves the other codes pending', async () => {
  const store = await openPromoStore('A', 'B', 'C');
  const running: { interrupt?: () => void } = {};
  store.intercept((request) =>
    store.applyThen(request, (response) => {
      running.interrupt?.();
      const { promoCodes } = JSON.parse(request.body) as { promoCodes: object[] };
      const at = '2026-01-01T00:00:00Z';
      const body = { promoCodes: promoCodes.map((code) => ({ ...code, createdAt: at, updatedAt: at })) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
  const { child, finished } = start(store, '--from', 'names.csv', '--batch', '2');
  running.interrupt = () => child.kill('SIGINT');
  const { code, err } = await finished;

  expect(code).toBe(130);
  expect(err).toContain('interrupted. codes.csv has the state of each code: continue with --resume\n');
  expect(store.states()).toEqual(['A created', 'B created', 'C pending']);
});

test('two runs cannot use one file at the same time', async () => {
  const store = await openPromoStore('A');
  let second: Promise<{ code: number | null; err: string }> | undefined;
  store.intercept(() => (response) => {
    second = start(store, '--resume').finished;
    void second.then(() => lose(response));
  });
  await store.create('--from', 'names.csv');

  expect(await second).toMatchObject({
    code: 4,
    err: expect.stringContaining('codes.csv is in use') as string,
  });
});
