// Builds the package, unless its build is newer than its sources.
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sources = [
  ...globSync(['src/**/*.ts', 'docs/generate/*.ts'], { cwd: root }),
  'package.json',
  'tsup.config.ts',
];
const changed = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs));
const built = statSync(join(root, 'dist/cli/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (built <= changed) {
  console.log('Building the package, which takes about half a minute …');
  // A shell finds npm on Windows too. Nothing that is passed to it comes from outside.
  const { status, stdout, stderr } = spawnSync('npm run --silent build', {
    cwd: root,
    shell: true,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stdout + stderr);
  process.exitCode = status ?? 1;
}
