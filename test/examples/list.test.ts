import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startProgram } from '../support/run-program.ts';
import { examplesFolder, openWorkplace } from './run-example.ts';

const names = [
  'export',
  'nightly-sync',
  'postgres',
  'reconcile',
  'checkout',
  'fulfilment',
  'personalization',
  'game-auth-server',
];

test.each([
  ['postgres', 'pg'],
  ['checkout', 'express'],
])('without a package that %s needs, it names the package and exits with 1', async (name, missing) => {
  await using workplace = await openWorkplace();
  // As a user copies them, into a project that has installed this package only.
  cpSync(examplesFolder, workplace.path('examples'), { recursive: true });
  mkdirSync(workplace.path('node_modules'));
  symlinkSync(join(examplesFolder, '..'), workplace.path('node_modules/publisher-commerce'), 'junction');
  writeFileSync(workplace.path('package.json'), '{ "type": "module" }');
  const args = [workplace.path('examples/run.ts'), name];

  expect(await startProgram(process.execPath, args, { cwd: workplace.folder }).finished).toMatchObject({
    code: 1,
    out: '',
    err: `${name}: ${missing} is not installed; see docs/examples.md\n`,
  });
});

test('every example can be run by a name, and has a row in the docs, with a link to its program', () => {
  const files = globSync('*.ts', { cwd: examplesFolder }).filter(
    (file) => file !== 'run.ts' && !file.endsWith('.test.ts'),
  );
  const page = readFileSync(join(examplesFolder, '../docs/examples.md'), 'utf8');

  expect(files).toHaveLength(names.length);
  const rows = [...page.matchAll(/^\| \[`(.+)`\]\(\.\.\/examples\/([\w-]+\.ts)\) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual(names);
  expect(rows.map(([, , file]) => file).sort()).toEqual(files.sort());
});
