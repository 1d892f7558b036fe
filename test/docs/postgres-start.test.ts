import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { planLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { execute, type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
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

test('the guide, run from the top on a new server, loads a month; a worker, a sync and a reader need no more than it grants', async () => {
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
  expect(grants).toHaveLength(3);
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
  expect(await as('ledger_worker', 'sync')).toMatchObject({ code: 1 });
  const lastDay = new Date(Date.parse(period.end) - 86_400_000).toISOString();
  await execute(
    urlOf('ledger_owner'),
    `DELETE FROM publisher_commerce.stored_transactions WHERE timestamp >= '${lastDay}'`,
  );
  const alarmed = await as('ledger_sync', 'sync', '--look-back', '32d', '--quiet');
  expect(alarmed).toMatchObject({ code: 3 });
  const [id = ''] = / acknowledge ([0-9a-f]{8}) /.exec(alarmed.err)?.slice(1) ?? [];
  for (const words of [['--note', 'deleted by the test'], ['--undo']])
    expect(await as('ledger_sync', 'acknowledge', id, ...words)).toMatchObject({ code: 0 });
  expect(await as('ledger_reader', 'status', '--quiet')).toMatchObject({ code: 3 });
  expect(await as('ledger_reader', 'verify')).toMatchObject({ code: 3, err: '' });
  expect(await as('ledger_reader', 'acknowledge', id, '--note', 'none')).toMatchObject({ code: 1 });
  const days = ['--start', lastDay.slice(0, 10), '--end', period.end.slice(0, 10)];
  expect(await as('ledger_sync', 'recount', ...days, '--quiet')).toEqual({ code: 0, out: '', err: '' });
  expect(await as('ledger_sync', 'sync', '--quiet')).toEqual({ code: 0, out: '', err: '' });
  expect(await as('ledger_sync', 'erase', '--before', '2020-01-01', '--yes')).toMatchObject({ code: 1 });
  await expect(
    execute(urlOf('ledger_sync'), 'CREATE TABLE publisher_commerce.more (id integer)'),
  ).rejects.toThrow('permission denied');
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

test('where an administrator has made the schemas, their owner plans and works without the privilege to create any', async () => {
  const url = new URL(await postgres.createDatabase());
  const name = url.pathname.slice(1);
  for (const statement of [
    `CREATE ROLE schema_owner LOGIN PASSWORD 'schemas'`,
    'CREATE SCHEMA publisher_commerce AUTHORIZATION schema_owner',
    'CREATE SCHEMA publisher_commerce_jobs AUTHORIZATION schema_owner',
    `REVOKE ALL ON DATABASE "${name}" FROM PUBLIC`,
    `GRANT CONNECT, TEMPORARY ON DATABASE "${name}" TO schema_owner`,
  ])
    await execute(url.href, statement);
  Object.assign(url, { username: 'schema_owner', password: 'schemas' });
  await using service = await startService(serveLedger(rowsAt([1000, 2000])));
  const target = { client: service.client(), database: url.href };
  const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };

  await expect(execute(url.href, 'CREATE SCHEMA another')).rejects.toThrow('permission denied');
  await planLoad({ ...target, ...range });
  expect(await workLoad(target)).toMatchObject({ finished: true, rows: 2 });
});
