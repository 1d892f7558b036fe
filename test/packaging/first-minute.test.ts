import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

const readme = blocksOf('README.md');
const guide = blocksOf('docs/getting-started.md');
const landing = blocksOf('docs/.vitepress/landing.md');
let project: Project;

/** The ts blocks of a page: JavaScript, if they have no types. */
function blocksOf(page: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
}

beforeAll(async () => {
  project = await Project.empty();
}, 60_000);
afterAll(() => project.remove());

test('the README, getting started and the landing page begin with the same program', () => {
  expect(readme[0]).toContain('client.transactions.list');
  expect(guide[0]).toBe(readme[0]);
  expect(landing[0]).toBe(readme[0]);
});

test(
  'from an empty folder to the first rows and a stored report, as README and getting started say, takes less than a minute',
  { timeout: 90_000 },
  async () => {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;

    await project.install();
    await using sandbox = await startSandbox(project.folder);
    const env = { ...process.env, PUBLISHER_BASE_URL: sandbox.url, PUBLISHER_TOKEN: sandbox.token };
    const runHere = (command: string, args: readonly string[]) =>
      run(command, args, { cwd: project.folder, env });

    const first = await runHere(process.execPath, [await project.write('first.mjs', readme[0] ?? '')]);
    console.info(`from an empty folder to the first rows: ${seconds().toFixed(1)} s`);
    expect(first).toMatchObject({ code: 0, err: '' });
    const lines = first.out.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    const total = lines.pop() ?? '';
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+ \w+ -?\$[\d,]+\.\d\d$/);
    const [, rows] = /^(\d+) transactions, net \$[\d,]+\.\d\d$/.exec(total) ?? [];
    expect(Number(rows)).toBeGreaterThan(900);

    const report = await runHere(process.execPath, [await project.write('report.mjs', guide[1] ?? '')]);
    console.info(`from an empty folder to a stored report: ${seconds().toFixed(1)} s`);
    expect(report).toMatchObject({ code: 0, out: `${total}\n`, err: '' });
    const stored = await readFile(join(project.folder, 'transactions.ndjson'), 'utf8');
    expect(stored.split('\n')).toHaveLength(Number(rows) + 1);
    expect(seconds()).toBeLessThan(60);

    const command = join(project.folder, 'node_modules/publisher-commerce/dist/cli/main.js');
    const exported = await runHere(process.execPath, [
      ...[command, 'export', '--month', 'last', '--out', 'last-month.csv', '--json'],
    ]);
    expect(JSON.parse(exported.out)).toMatchObject({ complete: true, rows: Number(rows) });
  },
);
