import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

// Nothing but this package: the command carries msw inside.
let project: Project;

beforeAll(async () => {
  project = await Project.with();
});
afterAll(() => project.remove());

test('npx runs the command, which knows its version', async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  const finished = await run('npx', ['publisher-commerce', '--version'], { cwd: project.folder });
  expect(finished).toMatchObject({ code: 0, out: `${manifest.version}\n` });
});

test('npx runs the sandbox, which responds until SIGTERM', async () => {
  await using sandbox = await startSandbox(project.folder);
  const headers = { 'x-publisher-token': sandbox.token };
  const response = await fetch(`${sandbox.url}/v1/price-points`, { headers });
  expect(await response.json()).toEqual({ pricePoints: [] });

  await sandbox.stop();
  await expect(fetch(sandbox.url)).rejects.toThrow(TypeError);
});

test('the tap is an executable without arguments, which loads from the sandbox with nothing else installed', async () => {
  await using sandbox = await startSandbox(project.folder);
  const first = { base_url: sandbox.url, token: sandbox.token, start_date: '2026-01-01' };
  await project.write('tap.json', JSON.stringify(first));
  const tap = join(project.folder, 'node_modules/.bin/tap-publisher-commerce');
  const { code, out, err } = await run(tap, ['--config', 'tap.json'], { cwd: project.folder });

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const streams = ['transactions', 'receipt', 'price_points', 'offers', 'translations'];
  for (const stream of streams) expect(out).toContain(`{"type":"SCHEMA","stream":"${stream}",`);
  expect(out.match(/^\{"type":"RECORD","stream":"transactions",/gm)?.length).toBeGreaterThan(5000);
});

const month = ['--month', 'last', '--demo', '--quiet'];

/** Runs the command that is installed: npx may print warnings of its own. */
function runInstalled(...args: readonly string[]): Promise<Finished> {
  const { folder: cwd } = project;
  return run(join(cwd, 'node_modules/.bin/publisher-commerce'), args, { cwd });
}

async function succeed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runInstalled(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

test.each(['jsonl', 'csv', 'parquet'])(
  'a month is exported as %s, verified, reported and reconciled with nothing else installed',
  async (format) => {
    const file = `last.${format}`;
    await succeed('export', ...month, '--transactions', '500', '--out', file);
    expect(await succeed('verify', file)).toMatch(/ is unchanged since .*, with all 500 transactions /);
    for (const report of [`${format}.html`, `${format}.xlsx`]) {
      await succeed('report', file, '--out', report, '--quiet');
      expect((await stat(join(project.folder, report))).size).toBeGreaterThan(1000);
    }
    // What a finance system might have: ids, amounts and currencies, in an order of its own.
    await succeed('export', ...month, '--transactions', '500', '--out', `${format}-finance.csv`);
    const text = await readFile(join(project.folder, `${format}-finance.csv`), 'utf8');
    const records = parse<Record<string, string>>(text, { columns: true });
    const lines = records.map((row) => `${row['amount']};${row['currency_code']};${row['order_id']}\n`);
    await project.write('finance.csv', `total;currency;reference\n${lines.reverse().join('')}`);
    const columns = ['--id-column', 'reference', '--amount-column', 'total', '--currency-column', 'currency'];
    const reconciled = await succeed('reconcile', file, '--against', 'finance.csv', ...columns);
    expect(reconciled).toContain(`${file}: 500 rows, amount by orderId\nfinance.csv: 500 rows\n`);
    expect(reconciled).toContain('Differences: 0');
  },
  120_000,
);

test.each(["await import('publisher-commerce/sandbox')", "require('publisher-commerce/sandbox')"])(
  'without msw %s loads as every other entry, and only handlers says what to install',
  async (load) => {
    const others = `${load.replace('/sandbox', '')}; ${load.replace('sandbox', 'schemas')}; ${load.replace('sandbox', 'callbacks')};`;
    const type = load.startsWith('await') ? 'module' : 'commonjs';
    const use = `const sandbox = (${load}).createSandbox(); console.log('created'); sandbox.handlers`;
    const args = [`--input-type=${type}`, '--eval', `${others} ${use}`];
    const { code, out, err } = await run(process.execPath, args, { cwd: project.folder });
    expect({ code, out }).toEqual({ code: 1, out: 'created\n' });
    expect(err).toContain('msw: is not installed. Run: npm install --save-dev msw');
  },
);
