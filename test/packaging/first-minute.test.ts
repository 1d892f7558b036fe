import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

const [readme, guide, landing] = ['README.md', 'docs/getting-started.md', 'docs/.vitepress/landing.md'].map(
  (page) => readFileSync(join(import.meta.dirname, '../..', page), 'utf8'),
) as [string, string, string]; // as many as there are paths
let project: Project;

/** The ts blocks of a page: JavaScript, if they have no types. */
function programsOf(page: string): readonly string[] {
  return [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
}

/** The commands of a page that export, verify and report a month, each as its arguments. */
function commandsOf(page: string): readonly (readonly string[])[] {
  const lines = [...page.matchAll(/^npx publisher-commerce ((?:export|verify|report) .+)$/gm)];
  return lines.map(([, line = '']) => line.split(' '));
}

beforeAll(async () => {
  project = await Project.empty();
});
afterAll(() => project.remove());

test('the README, getting started and the landing page begin with the same program', () => {
  const [program] = programsOf(readme);
  expect(program).toContain('client.transactions.list');
  expect(programsOf(guide)).toEqual([program]);
  expect(programsOf(landing)).toEqual([program]);
});

test('the README and the landing page have the same three commands, and getting started those without --demo', () => {
  expect(commandsOf(readme).map(([name]) => name)).toEqual(['export', 'verify', 'report']);
  expect(commandsOf(landing)).toEqual(commandsOf(readme));
  const withoutDemo = commandsOf(readme).map((args) => args.filter((arg) => arg !== '--demo'));
  expect(commandsOf(guide)).toEqual(withoutDemo);
});

test(
  'from an empty folder, README and getting started lead to a total and a report of it',
  { timeout: 600_000 },
  async () => {
    await project.install();
    await using sandbox = await startSandbox(project.folder);
    const env = { ...process.env, PUBLISHER_BASE_URL: sandbox.url, PUBLISHER_TOKEN: sandbox.token };
    const runHere = (command: string, args: readonly string[]) =>
      run(command, args, { cwd: project.folder, env });

    const first = await runHere(process.execPath, [
      await project.write('first.mjs', programsOf(readme)[0] ?? ''),
    ]);
    expect(first).toMatchObject({ code: 0, err: '' });
    const [, rows] = /^(\d+) transactions, net \$[\d,]+\.\d\d\n$/.exec(first.out) ?? [];
    expect(Number(rows)).toBeGreaterThan(900);

    const command = join(project.folder, 'node_modules/publisher-commerce/dist/cli/main.js');
    const commandHere = (args: readonly string[]) => runHere(process.execPath, [command, ...args]);
    for (const args of commandsOf(guide)) expect(await commandHere(args)).toMatchObject({ code: 0 });
    const exported = await readFile(join(project.folder, 'last-month.csv'), 'utf8');
    expect(exported.trimEnd().split('\r\n')).toHaveLength(Number(rows) + 1);
    const report = await readFile(join(project.folder, 'last-month.html'), 'utf8');
    const [, net = 'no total'] = /net (\$\S+)/.exec(first.out) ?? [];
    expect(report).toContain(net);

    // A demo replaces no export of a service.
    await rm(join(project.folder, 'last-month.csv'));
    const forced = commandsOf(readme).map((args) => (args[0] === 'verify' ? args : [...args, '--force']));
    for (const args of forced) expect(await commandHere(args)).toMatchObject({ code: 0 });
  },
);
