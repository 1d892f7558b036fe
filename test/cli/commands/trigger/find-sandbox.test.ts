import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createSandbox } from '../../../../src/sandbox/index.ts';
import { startProgram } from '../../../support/run-program.ts';
import { runHere } from '../../run-here.ts';
import { command, startCommand } from '../../start-command.ts';
import { listeningSandbox } from './run-trigger.ts';
import { said } from '../../../support/said.ts';

/** Starts a server that is not a sandbox, and returns its URL. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has this form of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function setVariable(value: string): void {
  vi.stubEnv('PUBLISHER_SANDBOX_URL', value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('the sandbox is the one of PUBLISHER_SANDBOX_URL, and --url wins', async () => {
  const one = await listeningSandbox();
  const other = await listeningSandbox();
  setVariable(`${one.url}/`);

  expect((await runHere(['trigger', 'advance', '1h'])).code).toBe(0);
  expect((await runHere(['trigger', 'advance', '2h', '--url', other.url])).code).toBe(0);
  expect((await runHere(['trigger', '--url', other.url, 'advance', '2h'])).code).toBe(0);

  expect(one.sandbox.state().clock).toBe('2026-01-15T13:00:00.000Z');
  expect(other.sandbox.state().clock).toBe('2026-01-15T16:00:00.000Z');
});

test('--env-file may name the sandbox, and --quiet prints nothing', async () => {
  const { url, sandbox } = await listeningSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'trigger-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'sandbox.env'), `PUBLISHER_SANDBOX_URL=${url}\n`);
  // A variable that is set takes precedence; afterwards it is not set, as before.
  vi.stubEnv('PUBLISHER_SANDBOX_URL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(
    await runHere(['trigger', 'advance', '1h', '--env-file', join(folder, 'sandbox.env'), '--quiet']),
  ).toEqual({ code: 0, out: '', err: '' });
  expect(sandbox.state().clock).toBe('2026-01-15T13:00:00.000Z');
});

test('without both, the sandbox is on port 4010', async () => {
  setVariable('');
  const sent: unknown[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    sent.push(input);
    return Promise.reject(new TypeError('fetch failed'));
  });
  onTestFinished(() => spy.mockRestore());

  expect((await runHere(['trigger', 'reset'])).code).toBe(1);
  expect(sent).toEqual(['http://127.0.0.1:4010/_sandbox/reset']);
});

test('a sandbox that is not reachable exits with 1 and says how to start one', async () => {
  const server = await createSandbox().listen();
  await server.close();
  const { url } = server;

  const { code, out, err } = await runHere(['trigger', 'pay', 'session', '--url', url, '--json']);

  const message =
    `cannot reach a sandbox at ${url} (connect ECONNREFUSED ${new URL(url).host}). Start one with "publisher-commerce sandbox", ` +
    'or set its URL with --url or PUBLISHER_SANDBOX_URL';
  expect(code).toBe(1);
  expect(err).toBe(`publisher-commerce: ${message}\n`);
  expect(JSON.parse(out)).toEqual({ error: { code: 'sandbox_unreachable', message } });
});

test.each([
  ['a page', 200, { 'content-type': 'text/html' }],
  ['a service without such a path', 404, { 'content-type': 'application/json' }],
  ['a redirect', 302, { location: 'http://127.0.0.1:1/' }],
])('%s is not a sandbox, and exits with 1', async (_, status, headers) => {
  const url = await startServer((_request, response) => {
    // It never ends: the status is enough to say that this is no sandbox.
    response.writeHead(status, headers).write('{}');
  });

  const { code, out, err } = await runHere(['trigger', 'reset', '--url', url]);

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`${url} is not a sandbox of publisher-commerce: it responded with ${status}`);
});

test('a host name that the sandbox does not accept exits with 1 and says how to allow it', async () => {
  const { url } = await listeningSandbox();
  const proxy = await startServer((request, response) => {
    void fetch(`${url}${request.url ?? ''}`, { headers: { origin: 'http://shop.test' } }).then(
      async (received) => {
        const text = await received.text();
        response.writeHead(received.status, Object.fromEntries(received.headers)).end(text);
      },
    );
  });

  const { code, err } = await runHere(['trigger', 'reset', '--url', proxy]);
  expect(code).toBe(1);
  expect(err).toContain(
    'pages from http://shop.test are not allowed. To allow another host, start the sandbox',
  );
});

test.each([
  'localhost:4010',
  '',
  'ftp://127.0.0.1',
  'http://',
  'http://user:pass@127.0.0.1',
  'http://127.0.0.1?x=1',
  'http://127.0.0.1#x',
])('the URL %j is wrong usage', async (url) => {
  const { code, out, err } = await runHere(['trigger', 'reset', '--url', url]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said('publisher-commerce: --url: … for example http://127'));
  expect(err).not.toContain('pass@');
});

test.each([
  [
    ['trigger', '--url', 'http://127.0.0.1:1'],
    'a command is missing. Commands: buy, pay, decline, authenticate, cancel,',
  ],
  [['trigger', 'pya', 'x'], "unknown command 'pya' (Did you mean pay?). Commands: buy, pay, decline,"],
  [['trigger', 'pay'], "missing required argument 'session'"],
  [['trigger', 'refund', ' '], '<purchase>: '],
  [['trigger', 'personalize', '--player', 'a', '--player', ''], '--player: '],
  [
    ['trigger', 'fault', '--operation', '*', '--status', '429', '--retry-after', 'abc'],
    '--retry-after: … an HTTP date',
  ],
  [['trigger', 'reset', 'now'], "too many arguments for 'reset'"],
  [['trigger', 'pay', 'x', '--status', '500'], "unknown option '--status'"],
])('%j is wrong usage', async (args, problem) => {
  const { code, out, err } = await runHere(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said(`publisher-commerce: ${problem}`));
  expect(err.split('\n')).toHaveLength(3);
});

/** The variables of the line to paste into a shell. */
function exportsOf(output: string): Record<string, string> {
  const [, variables = ''] = /^export (.*)$/m.exec(output) ?? [];
  return Object.fromEntries(new URLSearchParams(variables.replaceAll(' ', '&')));
}

test('the built command triggers the sandbox whose exports are pasted', async () => {
  await using sandbox = await startCommand();
  const { finished } = startProgram(process.execPath, [command, 'trigger', 'advance', '2d', '--json'], {
    env: { ...process.env, ...exportsOf(sandbox.output()) },
  });

  const { code, out, err } = await finished;

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { now } = JSON.parse(out) as { now: string };
  expect((Date.parse(now) - Date.now()) / 86_400_000).toBeCloseTo(2, 2);
  expect(sandbox.output()).toContain(`Open ${sandbox.url}/ in a browser`);
  expect(sandbox.output()).toContain('POST /_sandbox/clock 200');
});
