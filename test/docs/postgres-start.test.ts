import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { execute, type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { type Output, runHere } from '../cli/run-here.ts';
import { guideBlocks } from './postgres-guide.ts';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** The URL of a role of the guide, without its password. */
function urlOf(role: string): string {
  const url = new URL(postgres.url);
  Object.assign(url, { username: role, password: '', pathname: 'finance' });
  return url.href;
}

/** Runs statements one by one: a database cannot be created in a transaction. */
async function runStatements(url: string, sql: string): Promise<void> {
  for (const statement of sql.split(/;\n/).filter(Boolean)) await execute(url, statement);
}

/** Runs each command of a block, and sets its variables, with other ports. */
async function runShell(code: string, ports: Readonly<Record<string, string>>): Promise<Output[]> {
  const results: Output[] = [];
  for (const line of code.trim().split('\n')) {
    const [, command, rest = ''] = /^(npx publisher-commerce|export|mkdir|npm) (.*)$/.exec(line) ?? [];
    expect(command, line).toBeDefined();
    if (command === 'export') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        vi.stubEnv(
          name,
          value.replace(/:\d{4}\b/, (port) => ports[port] ?? port),
        );
    }
    if (command === 'npx publisher-commerce') results.push(await runHere(rest.split(' ')));
  }
  return results;
}

test('the guide, run from the top on a new server, loads a month; a worker and a reader need no more than it grants', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const now = new Date();
  const monthAt = (offset: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString();
  const period = { start: monthAt(-1), end: monthAt(0) };
  const sandbox = createSandbox({ transactions: 300, token: 'sandbox-token', period });
  const server = await sandbox.listen();
  onTestFinished(async () => {
    await server.close();
    await sandbox.close();
  });
  const ports = { ':5432': `:${new URL(postgres.url).port}`, ':4010': `:${new URL(server.url).port}` };
  const results: Output[] = [];
  for (const { language, code } of guideBlocks('From an empty folder to a loaded table')) {
    if (language === 'sql') await runStatements(postgres.url, code);
    else results.push(...(await runShell(code, ports)));
  }
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(results[2]?.out).toContain('No difference: 300 rows');

  // Who may connect is not left to the default.
  await execute(postgres.url, 'REVOKE ALL ON DATABASE finance FROM PUBLIC');
  const [roles, ...grants] = guideBlocks('Privileges');
  await runStatements(postgres.url, roles?.code ?? '');
  expect(grants).toHaveLength(2);
  // The variable of the password is read.
  for (const { code } of grants) await runStatements(urlOf('ledger_owner'), code);
  const as = (role: string, ...command: readonly string[]): Promise<Output> =>
    runHere(['load', ...command, '--database-url', urlOf(role)]);

  // A load that was planned after the privileges were granted.
  const range = ['--start', period.start, '--end', period.end];
  expect(await as('ledger_owner', 'plan', ...range)).toMatchObject({ code: 0 });
  expect(await as('ledger_worker', 'work', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  expect(await as('ledger_worker', 'status')).toMatchObject({ code: 0, err: '' });
  expect(await as('ledger_worker', 'verify', '--online')).toMatchObject({ code: 0, err: '' });
  expect(await as('ledger_owner', 'sync', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  expect(await as('ledger_worker', 'plan', ...range)).toMatchObject({ code: 1 });
  for (const { code } of guideBlocks('For whoever is on call').filter(({ language }) => language === 'sql'))
    await execute(urlOf('ledger_reader'), code);
  expect(await as('ledger_reader', 'status', '--max-lag', '2d', '--quiet')).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  await expect(
    execute(urlOf('ledger_reader'), 'SELECT erasure_key FROM publisher_commerce.sources'),
  ).rejects.toThrow('permission denied');
  const rows = 'SELECT count(*)::int AS rows FROM publisher_commerce.transactions';
  expect(await execute(urlOf('ledger_reader'), rows)).toEqual([{ rows: 300 }]);
});
