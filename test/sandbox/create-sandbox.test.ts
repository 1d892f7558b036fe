import { expect, test } from 'vitest';

import { listPricePoints } from '../../src/contract/price-points.ts';
import { getTransactions, type TransactionReport } from '../../src/contract/transactions.ts';
import { ConfigurationError } from '../../src/errors/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { accepted, ask, at } from './ask.ts';

async function report(sandbox: Sandbox, startDate: string, endDate: string): Promise<TransactionReport> {
  const path = `/reporting/financial-data/transactions?startDate=${startDate}&endDate=${endDate}&limit=10000`;
  return accepted(getTransactions, await ask(sandbox, 'GET', path));
}

function optionRefused(options: unknown): string {
  try {
    // The wrong options of callers without a compiler.
    createSandbox(options as SandboxOptions);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.option;
    throw error;
  }
  return 'none';
}

test('the token is sandbox-token unless another one is given', () => {
  expect(createSandbox().token).toBe('sandbox-token');
  expect(createSandbox({ token: 'mine' }).token).toBe('mine');
});

test('a wrong option is refused by its name', () => {
  expect(optionRefused({ token: '' })).toBe('token');
  expect(optionRefused({ token: 'with space' })).toBe('token');
  expect(optionRefused({ publisherId: 7 })).toBe('publisherId');
  expect(optionRefused({ seed: 1.5 })).toBe('seed');
  expect(optionRefused({ transactions: -1 })).toBe('transactions');
  expect(optionRefused({ transactions: 1_000_000_001 })).toBe('transactions');
  expect(optionRefused({ period: { start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' } })).toBe(
    'period.end',
  );
  expect(optionRefused({ period: { start: 'yesterday', end: '2026-01-01T00:00:00Z' } })).toBe('period.start');
  expect(optionRefused({ locales: 'de' })).toBe('locales');
  expect(optionRefused({ now: '2026-01-01' })).toBe('now');
  expect(optionRefused({ now: () => new Date('never') })).toBe('now');
  expect(optionRefused({ latency: -1 })).toBe('latency');
  expect(optionRefused({ latency: Number.NaN })).toBe('latency');
  expect(optionRefused({ data: '' })).toBe('data');
  expect(optionRefused({ gameAuthUrl: 'localhost:3000' })).toBe('gameAuthUrl');
  expect(optionRefused({ personalizeUrl: 'ftp://example.com' })).toBe('personalizeUrl');
  expect(optionRefused({ secret: ' secret' })).toBe('secret');
  expect(optionRefused({ secret: '' })).toBe('secret');
  expect(optionRefused({ tokens: 'mine' })).toBe('tokens');
  expect(optionRefused({})).toBe('none');
});

test('a refused token is not repeated in the error', () => {
  expect(() => createSandbox({ token: 'secret token' })).toThrow(ConfigurationError);
  expect(() => createSandbox({ token: 'secret token' })).not.toThrow('secret');
});

test('the ledger covers the calendar month before now, in UTC', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), transactions: 500 });
  const all = await report(sandbox, '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z');
  expect(all.totalCount).toBe(500);
  expect(at(all.results, 0).timestamp >= '2025-12-01T00:00:00.000Z').toBe(true);
  expect(at(all.results, 0).timestamp < '2025-12-02').toBe(true);
  expect(at(all.results, -1).timestamp < '2026-01-01T00:00:00.000Z').toBe(true);
  expect(at(all.results, -1).timestamp > '2025-12-31').toBe(true);
});

test('a ledger has a thousand rows unless told otherwise, and may have none', async () => {
  const now = (): Date => new Date('2026-01-15T12:00:00Z');
  const range = ['2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z'] as const;
  expect((await report(createSandbox({ now }), ...range)).totalCount).toBe(1000);
  expect(await report(createSandbox({ now, transactions: 0 }), ...range)).toEqual({
    totalCount: 0,
    results: [],
  });
});

test('the same seed gives the same answers, another seed others', async () => {
  const period = { start: '2026-03-01T00:00:00Z', end: new Date('2026-04-01T00:00:00Z') };
  const range = ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'] as const;
  const first = await report(createSandbox({ seed: 5, period }), ...range);
  expect(await report(createSandbox({ seed: 5, period }), ...range)).toEqual(first);
  const other = await report(createSandbox({ seed: 6, period }), ...range);
  expect(at(other.results, 0)).not.toEqual(at(first.results, 0));
  const far = await report(createSandbox({ seed: 5 + 2 ** 32, period }), ...range);
  expect(at(far.results, 0)).not.toEqual(at(first.results, 0));
});

test('a reset forgets what was created', async () => {
  const sandbox = createSandbox();
  await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(accepted(listPricePoints, await ask(sandbox, 'GET', '/v1/price-points')).pricePoints).toHaveLength(
    1,
  );
  sandbox.reset();
  expect(accepted(listPricePoints, await ask(sandbox, 'GET', '/v1/price-points')).pricePoints).toEqual([]);
});

test('two sandboxes share no state', async () => {
  const [first, second] = [createSandbox(), createSandbox()];
  await ask(first, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(accepted(listPricePoints, await ask(second, 'GET', '/v1/price-points')).pricePoints).toEqual([]);
});

test('fetch takes a Request, a URL or text', async () => {
  const sandbox = createSandbox();
  const url = `${sandbox.baseUrl}/v1/price-points`;
  const init = { headers: { 'x-publisher-token': sandbox.token } };
  for (const response of [
    await sandbox.fetch(url, init),
    await sandbox.fetch(new URL(url), init),
    await sandbox.fetch(new Request(url, init)),
  ]) {
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ pricePoints: [] });
  }
});

test('fetch fails for another origin instead of using the network', async () => {
  await expect(createSandbox().fetch('https://example.com/v1/price-points')).rejects.toThrow(TypeError);
});

test('latency delays an answer', async () => {
  const sandbox = createSandbox({ latency: 60 });
  const start = performance.now();
  await ask(sandbox, 'GET', '/v1/price-points');
  // Timers may fire up to a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(59);
});

test('an abort during the latency rejects at once with the reason of the caller', async () => {
  const sandbox = createSandbox({ latency: 600_000 });
  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, { signal: controller.signal });
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
});

test('a request that is aborted beforehand changes nothing', async () => {
  const sandbox = createSandbox();
  const reason = new Error('too late');
  const pending = sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, {
    method: 'POST',
    headers: { 'x-publisher-token': sandbox.token },
    body: '{"priceInUsdCents":999}',
    signal: AbortSignal.abort(reason),
  });
  await expect(pending).rejects.toBe(reason);
  expect(accepted(listPricePoints, await ask(sandbox, 'GET', '/v1/price-points')).pricePoints).toEqual([]);
});
