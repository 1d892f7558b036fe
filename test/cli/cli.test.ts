import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { runCommand, startCommand } from './start-command.ts';

// Each test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'command-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('help is printed when asked for, and when nothing is', async () => {
  const [asked, short, nothing] = await Promise.all([
    runCommand(['--help']),
    runCommand(['sandbox', '-h']),
    runCommand([]),
  ]);
  expect(asked).toMatchObject({ code: 0, err: '' });
  for (const flag of [
    '--port',
    '--token',
    '--transactions',
    '--seed',
    '--latency',
    '--data',
    '--game-auth-url',
    '--personalize-url',
    '--secret',
    '--allow-host',
    '--version',
  ]) {
    expect(asked.out).toContain(flag);
  }
  expect(short).toEqual(asked);
  expect(nothing).toEqual(asked);
});

test('the version is that of the package', async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(await runCommand(['--version'])).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' });
});

test.each([
  [['serve'], 'serve: is not a command; there is sandbox'],
  [['--port', '1'], 'name a command: sandbox'],
  [['sandbox', 'now'], 'now: is one argument too many'],
  [['sandbox', '--prot', '1'], "Unknown option '--prot'"],
  [['sandbox', '--port'], "Option '--port <value>' argument missing"],
  [['sandbox', '--port', 'any'], '--port: must be a whole number from 0'],
  [['sandbox', '--port', '70000'], '--port: must be a whole number from 0 to 65535'],
  [['sandbox', '--latency', '-5'], "Option '--latency' argument is ambiguous."],
  [['sandbox', '--latency=-5'], '--latency: must be a whole number from 0'],
  [['sandbox', '--seed', '1.5'], '--seed: must be a whole number from 0'],
  [['sandbox', '--transactions', '9999999999'], '--transactions: must be an integer from 0 to 1000000000'],
  [['sandbox', '--token', 'with space'], '--token: must be a string of visible ASCII characters'],
  [['sandbox', '--game-auth-url', 'nowhere'], '--game-auth-url: must be a URL'],
  [['sandbox', '--personalize-url', 'ftp://host'], '--personalize-url: must be a URL'],
  [['sandbox', '--allow-host', 'http://x'], '--allow-host: must be host names, without scheme'],
  [['sandbox', '--secret', ''], '--secret: must not be empty'],
  [['sandbox', '--data', '/'], '--data: must be a regular file, but / is a folder'],
])('%j is refused by name, with a hint', async (args, problem) => {
  const { code, out, err } = await runCommand(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  const lines = err.trimEnd().split('\n');
  expect(lines[0]).toContain(`publisher-commerce: ${problem}`);
  expect(lines.slice(1)).toEqual(['Try publisher-commerce --help']);
});

test('a port that is in use is one line and exit code 1', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await runCommand(['sandbox', '--port', String(port)])).toEqual({
    code: 1,
    signal: null,
    out: '',
    err: `publisher-commerce: port ${port} is in use: choose another one with --port, or 0 for any\n`,
  });
});

test('it serves on loopback with the options given, and prints how to reach it', async () => {
  await using command = await startCommand(['--token', 'mine', '--transactions', '77', '--seed', '5']);
  expect(command.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(command.token).toBe('mine');
  expect(command.output()).toContain(
    'curl -H "x-publisher-token: $PUBLISHER_TOKEN" "$PUBLISHER_BASE_URL/v1/price-points"',
  );
  const range = 'startDate=2000-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z';
  const response = await fetch(`${command.url}/reporting/financial-data/transactions?${range}`, {
    headers: { 'x-publisher-token': 'mine' },
  });
  expect(await response.json()).toMatchObject({ totalCount: 77 });
});

test('every request is a line of the log, also one that broke off', async () => {
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
  await vi.waitFor(() => expect(command.output()).toContain('GET /v1/price-points - '));
  const lines = command.output().trimEnd().split('\n').slice(-6);
  const time = String.raw`\d+\.\d ms`;
  [
    String.raw`GET /v1/price-points\?x=1 200 ${time}`,
    `POST /v1/price-points 400 ${time}`,
    `POST /_sandbox/fail 200 ${time}`,
    String.raw`GET /v1/price-points 200 ${time} \(broken off\)`,
    `POST /_sandbox/fail 200 ${time}`,
    String.raw`GET /v1/price-points - ${time} \(broken off\)`,
  ].forEach((line, index) => expect(lines[index]).toMatch(new RegExp(`^${line}$`)));
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops it cleanly, also in the middle of an answer',
  async (signal) => {
    await using command = await startCommand(['--latency', '60000']);
    const pending = fetch(`${command.url}/v1/price-points`);
    // The failure is expected, and must have a listener before it comes.
    const failure = expect(pending).rejects.toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    command.child.kill(signal);
    expect(await command.finished).toMatchObject({ code: 0, signal: null, err: '' });
    await failure;
    await expect(fetch(command.url)).rejects.toThrow(TypeError);
  },
);

test('the state is there again after a kill, when it is kept in a file', async () => {
  const file = join(await folder(), 'state.jsonl');
  const headers = { 'x-publisher-token': 'sandbox-token' };
  {
    await using command = await startCommand(['--data', file]);
    const body = '{"priceInUsdCents":999}';
    expect((await fetch(`${command.url}/v1/price-points`, { method: 'POST', headers, body })).status).toBe(
      200,
    );
  }
  await using command = await startCommand(['--data', file]);
  expect(await (await fetch(`${command.url}/v1/price-points`, { headers })).json()).toMatchObject({
    pricePoints: [{ priceInUsdCents: 999 }],
  });
});

test('a log that nobody reads any more does not end it', async () => {
  await using command = await startCommand();
  command.child.stdout?.destroy();
  const headers = { 'x-publisher-token': command.token };
  for (let index = 0; index < 5; index += 1) {
    expect((await fetch(`${command.url}/v1/price-points`, { headers })).status).toBe(200);
  }
});
