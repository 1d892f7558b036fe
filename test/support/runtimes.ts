import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The other Nodes that tests run on; npm's scripts themselves run on the one of the devDependencies. */
const versions = { 22: '22.23.3' } as const;

/** A Node that can be tested on. */
export type Major = keyof typeof versions | 24;

const cache = join(import.meta.dirname, '../../node_modules/.cache/runtimes');

/** The path of a Node's binary. */
export function nodeBinary(major: Major): string {
  return major === 24 ? process.execPath : join(folderOf(major), 'node_modules/node/bin/node');
}

function folderOf(major: keyof typeof versions): string {
  return join(cache, versions[major]);
}

/** Installs what is missing from the npm registry; vitest calls it once before the first test. */
export default function installRuntimes(): void {
  for (const major of [22] as const) {
    if (existsSync(nodeBinary(major))) continue;
    const folder = folderOf(major);
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, dependencies: { node: versions[major] }, allowScripts: { node: true } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
}
