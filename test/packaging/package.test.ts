import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

const root = join(import.meta.dirname, '../..');

// Nothing but this package: the command carries msw inside.
let project: Project;

beforeAll(async () => {
  project = await Project.with();
});
afterAll(() => project.remove());

test('the tarball holds what was built, the docs, the examples, and what tools read in its root', () => {
  const built = /^dist\/(cli\/[\w-]+\.js|[\w-]+\.(js|cjs|d\.ts|d\.cts))$/;
  const pages = globSync(['docs/*.md', 'docs/data/*.md', 'docs/images/*.webp', 'docs/*.Dockerfile'], {
    cwd: root,
    // The first one is in the root of the package, the others are for contributors.
    exclude: ['docs/AGENTS.md', 'docs/adding-an-operation.md', 'docs/decisions.md', 'docs/releasing.md'],
  });
  const skills = globSync('skills/*/SKILL.md', { cwd: join(root, 'docs') });
  const examples = globSync('examples/**/*.*', { cwd: root, exclude: ['examples/demo'] });

  expect(pages.length).toBeGreaterThan(20);
  expect(examples.length).toBeGreaterThan(10);
  expect(project.tarball.files.filter((file) => !built.test(file)).sort()).toEqual(
    [
      '.github/SECURITY.md',
      'AGENTS.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/openapi.json',
      'dist/seed-file.schema.json',
      'llms.txt',
      'package.json',
      ...skills,
      ...pages,
      ...examples,
    ].sort(),
  );
});

test('nothing in the tarball names the folder it was built in', async () => {
  const texts = await Promise.all(
    project.tarball.files.map((file) =>
      readFile(join(project.folder, 'node_modules/publisher-commerce', file), 'utf8'),
    ),
  );

  expect(project.tarball.files.filter((_, index) => texts[index]?.includes(root))).toEqual([]);
});

test('npx runs the command, which knows its version', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const finished = await run('npx', ['publisher-commerce', '--version'], { cwd: project.folder });
  expect(finished).toMatchObject({ code: 0, out: `${manifest.version}\n` });
});

test('tools resolve the OpenAPI document by the name that the guide gives', async () => {
  const print = "console.log(require('publisher-commerce/openapi.json').openapi)";
  const { code, out } = await run(process.execPath, ['--eval', print], { cwd: project.folder });

  expect({ code, out }).toEqual({ code: 0, out: '3.1.1\n' });
});

test('npx runs the sandbox, from which the tap loads with nothing else installed, until SIGTERM', async () => {
  await using sandbox = await startSandbox(project.folder, '--transactions', '500');
  const first = { base_url: sandbox.url, token: sandbox.token, start_date: '2026-01-01' };
  await project.write('tap.json', JSON.stringify(first));
  const tap = join(project.folder, 'node_modules/.bin/tap-publisher-commerce');
  const { code, out, err } = await run(tap, ['--config', 'tap.json'], { cwd: project.folder });

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const streams = ['transactions', 'receipt', 'price_points', 'offers', 'translations'];
  for (const stream of streams) expect(out).toContain(`{"type":"SCHEMA","stream":"${stream}",`);
  expect(out.match(/^\{"type":"RECORD","stream":"transactions",/gm)?.length).toBeGreaterThan(100);

  await sandbox.stop();
  await expect(fetch(sandbox.url)).rejects.toThrow(TypeError);
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

test('a month is exported, verified, reported and reconciled with nothing else installed', async () => {
  for (const file of ['last.jsonl', 'last.csv', 'last.parquet'])
    await succeed('export', ...month, '--transactions', '500', '--out', file);
  expect(await succeed('verify', 'last.csv')).toMatch(/ is unchanged since .*, with all 500 transactions /);
  // `report` reads JSON Lines, and `reconcile` Parquet.
  for (const report of ['last.html', 'last.xlsx']) {
    await succeed('report', 'last.jsonl', '--out', report, '--quiet');
    expect((await stat(join(project.folder, report))).size).toBeGreaterThan(1000);
  }
  // What a finance system might have: ids, amounts and currencies, in an order of its own.
  const text = await readFile(join(project.folder, 'last.csv'), 'utf8');
  const records = parse<Record<string, string>>(text, { columns: true });
  const lines = records.map((row) => `${row['amount']};${row['currency_code']};${row['order_id']}\n`);
  await project.write('finance.csv', `total;currency;reference\n${lines.reverse().join('')}`);
  const columns = ['--id-column', 'reference', '--amount-column', 'total', '--currency-column', 'currency'];
  const reconciled = await succeed('reconcile', 'last.parquet', '--against', 'finance.csv', ...columns);
  expect(reconciled).toContain('last.parquet: 500 rows, amount by orderId\n');
  expect(reconciled).toContain('\nfinance.csv: 500 rows\n');
  expect(reconciled).toContain('Differences: 0');
});

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
