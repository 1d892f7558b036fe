import { expect, onTestFinished, test, vi } from 'vitest';

import { clientOptionsOf } from '../../../src/cli/flags/request-options.ts';
import { explainConnection } from '../../../src/cli/terminal/proxy.ts';
import { ConnectionError } from '../../../src/client/index.ts';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from '../../support/run-program.ts';
import { createFolder, range } from '../commands/export/run-export.ts';
import { command } from '../start-command.ts';
import { said } from '../../support/said.ts';

const args = ['export', ...range, '--out', 'a.csv', '--quiet'];

async function exportWith(env: NodeJS.ProcessEnv): Promise<string> {
  const folder = createFolder();
  const port = await freePort();
  const service = {
    PATH: process.env['PATH'],
    PUBLISHER_BASE_URL: `https://127.0.0.1:${port}`,
    PUBLISHER_TOKEN: 'unused',
    PUBLISHER_RETRY_FOR: '0',
  };
  const { code, err } = await runProgram(process.execPath, [command, ...args], {
    cwd: folder.path,
    env: { ...service, ...env },
  });
  expect(code).toBe(1);
  return err.replaceAll(String(port), 'PORT');
}

test('a proxy that cannot be reached is named, without its password, and not the service', async () => {
  const port = await freePort();
  const err = await exportWith({
    HTTPS_PROXY: `http://user:secret@localhost:${port}`,
    NODE_USE_ENV_PROXY: '1',
  });

  expect(err).toBe(
    `publisher-commerce: could not connect to the proxy localhost:${port}, which HTTPS_PROXY names (ECONNREFUSED)\n`,
  );
});

test('a proxy that cannot be reached is named while it is retried, and not the service', () => {
  vi.stubEnv('HTTPS_PROXY', 'http://user:secret@proxy.example');
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    write.mockRestore();
  });
  const cause = new Error('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND proxy.example') });
  const failure = new ConnectionError('could not connect to https://a.example', {
    systemCode: 'ENOTFOUND',
    cause,
  });
  const request = { operation: 'transactions.list', callId: 'a-1', method: 'GET', path: '/' } as const;

  clientOptionsOf({}).hooks?.onRetry?.({
    ...request,
    ...{ attempt: 3, queued: 0, delay: 500, status: undefined, error: 'connection', failure },
  });

  expect(write.mock.calls[0]?.[0]).toMatch(
    said('proxy proxy.example, … HTTPS_PROXY names (ENOTFOUND): … 5 min 0 s (--retry-for)\n'),
  );
});

test('a proxy that Node ignores is said, with what makes Node use it', async () => {
  const err = await exportWith({ HTTPS_PROXY: 'http://proxy.example:3128' });

  expect(err).toBe(
    'publisher-commerce: transactions.list: could not connect to https://127.0.0.1:PORT (ECONNREFUSED); ' +
      'Node ignores HTTPS_PROXY: set NODE_USE_ENV_PROXY=1\n',
  );
});

test('a service that NO_PROXY excludes is named itself', async () => {
  const err = await exportWith({
    HTTPS_PROXY: 'http://proxy.example:3128',
    NO_PROXY: '127.0.0.1',
    NODE_USE_ENV_PROXY: '1',
  });

  expect(err).toBe(
    'publisher-commerce: transactions.list: could not connect to https://127.0.0.1:PORT (ECONNREFUSED)\n',
  );
});

test.each([
  ['no proxy is set', {}, 'ECONNREFUSED'],
  ['the connection was lost', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'ECONNRESET'],
  ['the proxy is no URL', { HTTPS_PROXY: 'proxy', NODE_USE_ENV_PROXY: '1' }, 'ECONNREFUSED'],
  ['only the other scheme has one', { HTTP_PROXY: 'http://proxy.example:3128' }, 'ECONNREFUSED'],
])('the message stays if %s', (_, env: NodeJS.ProcessEnv, systemCode) => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY'])
    vi.stubEnv(name, env[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
  const message = 'could not connect to https://commerce.example.com';

  expect(explainConnection(new ConnectionError(message, { systemCode, outcome: 'not_sent' }))).toBe(message);
});

test('a host that cannot be resolved is that of the proxy', () => {
  vi.stubEnv('https_proxy', 'http://proxy.example');
  vi.stubEnv('NODE_OPTIONS', '--use-env-proxy');
  onTestFinished(() => void vi.unstubAllEnvs());
  const cause = new Error('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND proxy.example') });
  const context = { systemCode: 'ENOTFOUND', outcome: 'not_sent', cause } as const;

  expect(explainConnection(new ConnectionError('could not connect to https://a.example', context))).toBe(
    'could not connect to the proxy proxy.example, which https_proxy names (ENOTFOUND)',
  );
});
