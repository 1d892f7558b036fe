import { spawnSync } from 'node:child_process';
import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

/** Installs the libraries of `package.json` beside this file, unless that has been done since its lock file changed. */
export function installPeers(tell: (line: string) => void): void {
  const installed = modified('node_modules/publisher-commerce') ?? 0;
  if (installed > (modified('package-lock.json') ?? 0)) return;
  tell('installing the libraries to compare with, about 60 MB');
  // A shell finds npm on Windows too. Nothing that is passed to it comes from outside.
  const command = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error';
  const { status, stderr } = spawnSync(command, { cwd: folder, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci has failed in ${folder}: ${stderr}`);
  // Below a manifest of another package, a name does not lead to this one by itself.
  symlinkSync(join(folder, '../..'), join(folder, 'node_modules/publisher-commerce'), 'junction');
}

/** The time of the last change of a file, in milliseconds; `undefined` if it is missing. */
function modified(file: string): number | undefined {
  return lstatSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
}
