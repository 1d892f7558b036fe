import { expect, test } from 'vitest';

import { send } from '../../../sandbox/send.ts';
import { openSession } from '../../../sandbox/sessions.ts';
import { runHere } from '../../run-here.ts';
import { jsonOf, listeningSandbox } from './run-trigger.ts';
import { said } from '../../../support/said.ts';

test('fault makes requests fail, as often as it says', async () => {
  const { sandbox, trigger } = await listeningSandbox();

  const planned = await trigger(
    'fault',
    '--operation',
    'pricePoints.list',
    '--status',
    '503',
    '--times',
    '2',
  );

  expect(planned).toEqual({
    code: 0,
    out: 'the next 2 requests for pricePoints.list fail with status 503\n',
    err: '',
  });
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    statuses.push((await send(sandbox, 'GET', '/v1/price-points')).status);
  }
  expect(statuses).toEqual([503, 503, 200]);
});

test('fault has all fields of a plan', async () => {
  const { sandbox, url, trigger } = await listeningSandbox();
  const planned = await trigger(
    ...['fault', '--operation', '*', '--status', '429', '--retry-after', '7', '--message', 'later'],
    ...['--after', '1', '--times', 'Infinity', '--applied', '--json'],
  );

  expect(jsonOf(planned)).toEqual({
    trigger: 'fault',
    url,
    plan: {
      ...{ operation: '*', status: 429, retryAfter: 7, message: 'later' },
      ...{ after: 1, times: 'Infinity', applied: true },
    },
  });
  const create = (cents: number): Promise<Response> =>
    sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, {
      method: 'POST',
      headers: { 'x-publisher-token': sandbox.token },
      body: JSON.stringify({ priceInUsdCents: cents }),
    });
  expect((await create(1)).status).toBe(200);
  const failed = await create(2);
  expect(failed.headers.get('retry-after')).toBe('7');
  expect(await failed.json()).toEqual({ message: 'later' });
  expect(sandbox.state().pricePoints).toHaveLength(2);
});

test.each([
  [['--operation', 'pricePoint.list', '--status', '503'], '--operation: … did you mean'],
  [['--status', '503'], '--operation: is required'],
  [['--operation', '*'], '--status: '],
  [['--operation', '*', '--status', '5o3'], '--status: … 400 to 599'],
  [['--operation', '*', '--status', '200'], '--status: … 400 to 599'],
  [['--operation', '*', '--status', '-500'], '--status: … 400 to 599'],
  [['--operation', '*', '--status', '503', '--times', '0'], '--times: … at least 1'],
  [['--operation', '*', '--status', '503', '--times', '1.5'], '--times: … at least 1'],
  [['--operation', '*', '--fault', 'reset', '--retry-after', '1'], '--retry-after: requires status or'],
  [['--operation', '*', '--fault', 'explode'], '--fault: '],
  [
    ['--operation', 'pricePoints.get', '--fault', 'null_field', '--field', 'priceInUsdCent'],
    '--field: "priceInUsdCent" … did you mean priceInUsdCents?',
  ],
  [
    ['--operation', 'transactions.getPage', '--status', '503'],
    '--operation: … did you mean transactions.list?',
  ],
])('fault %j is wrong usage, also without a sandbox', async (args, problem) => {
  const { code, out, err } = await runHere(['trigger', 'fault', ...args, '--url', 'http://127.0.0.1:1']);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said(`publisher-commerce: ${problem}`));
  expect(err).toContain(
    '\nTry publisher-commerce trigger fault --help, or read node_modules/publisher-commerce/docs/sandbox-operations.md\n',
  );
});

test("advance moves the sandbox's clock", async () => {
  const { sandbox, url, trigger } = await listeningSandbox();

  expect(await trigger('advance', '1d')).toEqual({
    code: 0,
    out: expect.stringContaining('2026-01-16T12:00:00.000Z') as string,
    err: '',
  });
  expect(jsonOf(await trigger('advance', '90m', '--json'))).toEqual({
    ...{ trigger: 'advance', url, now: '2026-01-16T13:30:00.000Z' },
  });
  expect(sandbox.state().clock).toBe('2026-01-16T13:30:00.000Z');
  const tooFar = await trigger('advance', '3000000d');
  expect(tooFar.code).toBe(2);
  expect(tooFar.err).toMatch(said('<duration>: … from 0 to'));
});

test('a malformed duration is wrong usage, also without a sandbox', async () => {
  const { code, err } = await runHere(['trigger', 'advance', '1w', '--url', 'http://127.0.0.1:1']);
  expect(code).toBe(2);
  expect(err).toContain('<duration>: ');
});

test('reset restores the initial state', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  await openSession(sandbox);
  sandbox.fail({ operation: '*', status: 500, times: Infinity });

  expect((await trigger('reset')).code).toBe(0);

  expect(sandbox.state().sessions).toEqual([]);
  expect((await send(sandbox, 'GET', '/v1/price-points')).status).toBe(200);
});

test('fault says whether what fails is carried out first', async () => {
  const { trigger } = await listeningSandbox();
  const add = ['fault', '--operation', 'pricePoints.create', '--status', '500'];

  expect((await trigger(...add)).out).toBe('the next request for pricePoints.create fails with status 500\n');
  expect((await trigger(...add, '--applied')).out).toBe(
    'the next request for pricePoints.create fails with status 500, once it was carried out\n',
  );
});
