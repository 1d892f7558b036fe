import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rowsAt } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { createFolder, range, servePages } from './run-export.ts';
import { said } from '../../../support/said.ts';

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
const serve = servePages(rows);
const args = [...range, '--limit', '10', '--out', 'a.jsonl'];

// Without jitter there is no wait between attempts: an outage has a number of requests instead of minutes.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const outages = [
  { of: 'status 503', fail: { status: 503, json: {} }, says: 'the service responded 503' },
  { of: '429 without a time', fail: { status: 429, json: {} }, says: 'the service responded 429' },
  {
    of: 'login pages',
    fail: { text: '<html><title>Sign in</title></html>' },
    says: '/reporting/financial-data/transactions (status 200, 35 bytes)',
  },
  {
    of: 'JSON that is cut',
    fail: { text: '{"totalCount":' },
    says: 'transactions.list: expected JSON, received malformed JSON (status 200, 14 bytes)',
  },
];

test.each(outages)(
  'an export outlasts an outage of $of in the middle, with one line',
  async ({ fail, says }) => {
    const outage = 40;
    await using service = await startService((request) => {
      const isDown = service.requests.length > 2 && service.requests.length <= 2 + outage;
      return isDown ? fail : serve(request);
    });
    await using steady = await startService(serve);
    const expected = createFolder(steady.url);
    await expected.run(args);
    const folder = createFolder(service.url);

    const { code, err } = await folder.run([...args, '--retry-for', '5m']);

    expect(code).toBe(0);
    expect(service.requests.length).toBeGreaterThan(outage);
    expect(folder.read('a.jsonl')).toBe(expected.read('a.jsonl'));
    expect(err.match(/trying again/g)).toHaveLength(1);
    expect(err).toContain(`${says}: trying again, for up to 5 min 0 s (--retry-for)\n`);
  },
);

test('--retry-for 0 fails at the first error, as PUBLISHER_RETRY_FOR=0 does', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  const folder = createFolder(service.url);

  const byFlag = await folder.run([...args, '--retry-for', '0'], { PUBLISHER_RETRY_FOR: '5m' });
  const byVariable = await folder.run(args, { PUBLISHER_RETRY_FOR: '0' });

  expect([byFlag.code, byVariable.code]).toEqual([1, 1]);
  expect(service.requests).toHaveLength(2);
  expect(byFlag.err).not.toContain('trying again');
});

test('a Retry-After longer than --retry-for ends the export at once, and says how long', async () => {
  await using service = await startService([{ status: 429, headers: { 'retry-after': '120' }, json: {} }]);
  const folder = createFolder(service.url);

  const { code, err } = await folder.run([...args, '--retry-for', '90s']);

  expect(code).toBe(1);
  expect(service.requests).toHaveLength(1);
  expect(err).toContain(
    'the service limits the rate of requests (429), and asks to wait 2 min 0 s: run it again then, or set --rate-limit',
  );
});

test('--quiet retries without a line', async () => {
  let left = 9;
  await using service = await startService((request) => {
    left -= 1;
    return left > 0 ? { status: 503, json: {} } : serve(request);
  });
  const folder = createFolder(service.url);

  expect(await folder.run([...args, '--retry-for', '1m', '--quiet'])).toMatchObject({ code: 0, err: '' });
});

test('--timeout limits the wait for each response', async () => {
  await using service = await startService([() => undefined]);
  const folder = createFolder(service.url);

  const { code, err } = await folder.run([...args, '--timeout', '50ms', '--retry-for', '0']);

  expect(code).toBe(1);
  expect(err).toMatch(said('(50 ms); … --timeout, … --limit'));
});

test.each([
  ['--retry-for', 'five minutes', /^publisher-commerce: --retry-for: .* 90m/],
  ['--retry-for', '2d', /^publisher-commerce: --retry-for: must be up to 1d/],
  ['--timeout', '0', /^publisher-commerce: --timeout: .* 90m/],
])('%s %s is rejected', async (flag, value, message) => {
  const folder = createFolder('http://127.0.0.1:9');

  const { code, err } = await folder.run([...args, flag, value]);

  expect(code).toBe(2);
  expect(err).toMatch(message);
});
