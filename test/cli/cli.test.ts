import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { commands } from '../../src/cli/commands.ts';
import { startPublisher } from '../sandbox/outbound/publisher.ts';
import { eventually } from '../support/eventually.ts';
import { type Output, runHere } from './run-here.ts';
import { startCommand } from './start-command.ts';
import { said } from '../support/said.ts';

test('--help, -h, help and no arguments list the commands', async () => {
  const outputs: Output[] = [];
  for (const args of [['--help'], ['-h'], ['help'], []]) outputs.push(await runHere(args));
  const [first] = outputs;
  expect(first).toMatchObject({ code: 0, err: '' });
  for (const { name, summary } of commands) {
    expect(first?.out).toContain(`  ${name} [`);
    // Long summaries are wrapped.
    expect(first?.out.replaceAll(/\s+/g, ' ')).toContain(summary);
  }
  for (const output of outputs) expect(output).toEqual(first);
});

test.each([[['--version']], [['-v']], [['sandbox', '--version']]])(
  '%j prints the version of the package',
  async (args) => {
    const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(await runHere(args)).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' });
  },
);

test.each([
  [['serve'], "unknown command 'serve'. Commands: "],
  [['sandbx'], "unknown command 'sandbx' (Did you mean sandbox?). Commands: "],
  [['--port', '1'], "unknown option '--port'"],
  [['--vesion'], "unknown option '--vesion' (Did you mean --version?)"],
])('%j is rejected with the command that may be meant', async (args, problem) => {
  const { code, out, err } = await runHere(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const lines = err.trimEnd().split('\n');
  expect(lines[0]).toMatch(said(`publisher-commerce: ${problem}`));
  expect(lines.slice(1)).toEqual([
    'Try publisher-commerce --help, or read node_modules/publisher-commerce/docs',
  ]);
});

test.each([
  [['sandbox', 'now'], "too many arguments for 'sandbox'. Expected 0 arguments but got 1: now."],
  [['sandbox', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
  [['sandbox', '--port'], "option '--port <number>' argument missing"],
  [['sandbox', '--port', '70000'], '--port: … from 0 to 65535'],
  [['sandbox', '--latency', '-5s'], '--latency: … (ms, s, m, h or d)'],
  [['sandbox', '--seed', '1.5'], '--seed: … at least 0'],
  [['sandbox', '--token', 'with space'], '--token: … ASCII characters'],
  [['sandbox', '--game-auth-url', 'nowhere'], '--game-auth-url: '],
  [['sandbox', '--allow-host', 'http://x'], '--allow-host: must be host names, without scheme'],
  [['sandbox', '--mobile-device', 'DESKTOP'], '--mobile-device: must not be DESKTOP'],
  [['sandbox', '--secret', ''], '--secret: must not be empty'],
  [['sandbox', '--data', '/'], '--data: … / is a folder'],
])('%j is rejected with the name of the argument and a hint', async (args, problem) => {
  const { code, out, err } = await runHere(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  const lines = err.trimEnd().split('\n');
  expect(lines[0]).toMatch(said(`publisher-commerce: ${problem}`));
  expect(lines.slice(1)).toEqual([
    'Try publisher-commerce sandbox --help, or read node_modules/publisher-commerce/docs/sandbox-operations.md',
  ]);
});

test('a port that is in use prints one line and exits with 1', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await runHere(['sandbox', '--port', String(port)])).toEqual({
    code: 1,
    out: '',
    err: `publisher-commerce: port ${port} is in use: choose another one with --port, or 0 for a free one\n`,
  });
});

test('it listens on loopback with the given options, and prints how to use it', async () => {
  await using command = await startCommand([
    ...['--token', 'mine', '--transactions', '77', '--seed', '5'],
    ...['--start', '2026-01-01', '--end', '2026-02-01T12:00:00+02:00'],
  ]);
  expect(command.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(command.token).toBe('mine');
  expect(command.output()).toContain(
    'curl -H "x-publisher-token: $PUBLISHER_TOKEN" "$PUBLISHER_BASE_URL/v1/price-points"',
  );
  expect(command.output()).toContain(
    `\n$env:PUBLISHER_BASE_URL = '${command.url}'; $env:PUBLISHER_SANDBOX_URL = '${command.url}'; ` +
      `$env:PUBLISHER_TOKEN = 'mine'; $env:PUBLISHER_ENVIRONMENT = 'sandbox'\n`,
  );
  expect(command.output()).toContain(
    'Transactions: 77, from 2026-01-01 to 2026-02-01T10:00:00.000Z (UTC, end excluded).\n',
  );
  const range = 'startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T10:00:00Z';
  const response = await fetch(`${command.url}/reporting/financial-data/transactions?${range}`, {
    headers: { 'x-publisher-token': 'mine' },
  });
  expect(await response.json()).toMatchObject({ totalCount: 77 });
});

test('--checkout-price-unit and --mobile-device are what the service says', async () => {
  const link = { deepLink: 'mygame://login', accessToken: 'abc' };
  const { url: gameAuthUrl, received } = await startPublisher({ body: JSON.stringify(link) });
  await using command = await startCommand([
    ...['--checkout-price-unit', 'major', '--mobile-device', 'PHONE', '--game-auth-url', gameAuthUrl],
  ]);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { 'x-publisher-token': command.token, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(command.url + path, init)).json();
  };
  const session = await post('/checkout/v1/session', {
    priceDetails: { price: 9.99, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1' },
  });
  const { checkoutSessionToken } = session as { checkoutSessionToken: string }; // its documented response
  const page = await fetch(`${command.url}/checkout/${checkoutSessionToken}`);
  expect(await page.text()).toContain('$9.99');
  expect(await post(`/_sandbox/sessions/${checkoutSessionToken}/pay`, {})).toMatchObject({
    transactionDetails: { amount: 999, amountUsd: 999, currencyCode: 'USD' },
  });
  await post('/_sandbox/game-auth', { device: 'MOBILE' });
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ device: 'PHONE' }]);
});

test('--month gives all transactions to a month, and --quiet logs no request', async () => {
  await using command = await startCommand(['--month', '2026-02', '--quiet']);
  await fetch(`${command.url}/v1/price-points`, { headers: { 'x-publisher-token': command.token } });

  expect(command.output()).toContain(
    'Transactions: 13,000, from 2026-02-01 to 2026-03-01 (UTC, end excluded).\n',
  );
  command.child.kill('SIGTERM');
  expect((await command.finished).out).not.toContain('GET ');
});

test('every request is logged, including incomplete ones', async () => {
  await using command = await startCommand();
  const headers = { 'x-publisher-token': command.token };
  await fetch(`${command.url}/v1/price-points?x=1`, { headers });
  await fetch(`${command.url}/v1/price-points`, { method: 'POST', headers, body: '{}' });
  for (const fault of ['cut_body', 'reset']) {
    const body = JSON.stringify({ operation: 'pricePoints.list', fault });
    await fetch(`${command.url}/_sandbox/fail`, { method: 'POST', body });
    await fetch(`${command.url}/v1/price-points`, { headers })
      .then((response) => response.text())
      .catch(() => undefined);
  }
  await eventually(() => expect(command.output()).toContain('GET /v1/price-points - '));
  const lines = command.output().trimEnd().split('\n').slice(-6);
  const time = String.raw`\d+\.\d ms`;
  [
    String.raw`GET /v1/price-points\?x=1 200 ${time}`,
    `POST /v1/price-points 400 ${time}`,
    `POST /_sandbox/fail 200 ${time}`,
    String.raw`GET /v1/price-points 200 ${time} \(incomplete\)`,
    `POST /_sandbox/fail 200 ${time}`,
    String.raw`GET /v1/price-points - ${time} \(incomplete\)`,
  ].forEach((line, index) => expect(lines[index]).toMatch(new RegExp(`^${line}$`)));
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops it cleanly, even during a response',
  async (signal) => {
    await using command = await startCommand(['--latency', '60s']);
    const pending = fetch(`${command.url}/v1/price-points`);
    // Attached before the rejection, so that it is not reported as unhandled.
    const failure = expect(pending).rejects.toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    command.child.kill(signal);
    expect(await command.finished).toMatchObject({ code: 0, signal: null, err: '' });
    await failure;
    await expect(fetch(command.url)).rejects.toThrow(TypeError);
  },
);

test('a reader of the log that exits does not end it', async () => {
  await using command = await startCommand();
  command.child.stdout?.destroy();
  const headers = { 'x-publisher-token': command.token };
  for (let index = 0; index < 5; index += 1) {
    expect((await fetch(`${command.url}/v1/price-points`, { headers })).status).toBe(200);
  }
});

test('sandbox --now begins at a time, which then passes', async () => {
  await using command = await startCommand(['--now', '2026-10-31T22:00:00Z', '--month', '2026-10']);
  const clock = async (): Promise<number> => {
    const state = (await (await fetch(`${command.url}/_sandbox/state`)).json()) as { clock: string };
    return Date.parse(state.clock) - Date.parse('2026-10-31T22:00:00Z');
  };

  const first = await clock();
  expect(first).toBeGreaterThanOrEqual(0);
  expect(first).toBeLessThan(120_000);
  await expect.poll(clock).toBeGreaterThan(first);
});
