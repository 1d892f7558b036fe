import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tests run on beside the Node of the devDependencies; each is a package of the npm registry. */
const packages = {
  22: { name: 'node', version: '22.23.3' },
  26: { name: 'node', version: '26.9.0' },
  'the oldest supported': { name: 'node', version: '22.12.0' },
  'the newest unsupported': { name: 'node', version: '22.11.0' },
  20: { name: 'node', version: '20.19.6' },
  18: { name: 'node', version: '18.20.8' },
  deno: { name: 'deno', version: '2.9.6' },
  bun: { name: 'bun', version: '1.4.5' },
  workerd: { name: 'workerd', version: '1.20261117.1' },
} as const;

/** A Node that can be tested on. */
export type Major = 22 | 24 | 26;

/** What JavaScript can be tested on. */
export type Runtime = 24 | keyof typeof packages;

const cache = join(import.meta.dirname, '../../node_modules/.cache/runtimes');

/** The path of a Node's binary. */
export function nodeBinary(major: Major): string {
  return runtimeBinary(major);
}

/** The path of a runtime's binary; those that are no Node have to be installed first. */
export function runtimeBinary(runtime: Runtime): string {
  if (runtime === 24) return process.execPath;
  return join(folderOf(runtime), 'node_modules/.bin', packages[runtime].name);
}

function folderOf(runtime: keyof typeof packages): string {
  const { name, version } = packages[runtime];
  return join(cache, `${name}-${version}`);
}

/** The packages of the npm registry that the tests have yet to install, as `name version`. */
export function missingRuntimes(): readonly string[] {
  // The keys of an object literal.
  const runtimes = Object.keys(packages) as (keyof typeof packages)[];
  return runtimes
    .filter((runtime) => !existsSync(runtimeBinary(runtime)))
    .map((runtime) => `${packages[runtime].name} ${packages[runtime].version}`);
}

/** Installs a runtime from the npm registry, unless it is installed. */
export function installRuntime(runtime: Runtime): void {
  if (runtime === 24 || existsSync(runtimeBinary(runtime))) return;
  const { name, version } = packages[runtime];
  mkdirSync(cache, { recursive: true });
  // Beside its place until it is whole: it may be interrupted, and others may install the same at the same time.
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: unfinished,
    stdio: 'inherit',
  });
  try {
    renameSync(unfinished, folderOf(runtime));
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(runtimeBinary(runtime))) throw error;
  }
}

/** Installs the Nodes that are missing; vitest calls it once before the first test. */
export default function installRuntimes(): void {
  installRuntime(22);
  installRuntime(26);
}
