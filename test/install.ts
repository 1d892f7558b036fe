// Installs what only some commands need, unless that has been done since its lock file changed, and says so first:
// `node test/install.ts docs test/soak`. The packages at the top are what builds and tests the package.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The folders that have a manifest of their own. */
const folders = {
  docs: { what: 'what the site and the checks need', megabytes: 260 },
  'test/soak': { what: 'a browser, and what else the long tests need', megabytes: 230 },
} as const;

for (const folder of process.argv.slice(2)) {
  if (!(folder in folders)) throw new Error(`${folder} must be one of ${Object.keys(folders).join(', ')}`);
  install(folder as keyof typeof folders); // checked above
}

function install(folder: keyof typeof folders): void {
  const path = join(root, folder);
  const lock = readFileSync(join(path, 'package-lock.json'), 'utf8');
  const installed = join(path, 'node_modules/.installed-package-lock.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  const { what, megabytes } = folders[folder];
  console.log(`Installing ${what} into ${folder}/node_modules: ${megabytes} MB, once.`);
  // What is at the top already, as TypeDoc and TypeScript, is a peer. A shell finds npm on Windows too. Nothing that is
  // passed to it comes from outside.
  const command = 'npm ci --ignore-scripts --omit=peer --no-audit --no-fund --loglevel=error';
  const { status } = spawnSync(command, { cwd: path, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm ci has failed in ${folder}.`);
  writeFileSync(installed, lock);
  // Tests in every folder of `test` import them.
  const link = join(root, 'test/node_modules');
  if (folder === 'test/soak' && !existsSync(link)) symlinkSync(join(path, 'node_modules'), link, 'junction');
}
