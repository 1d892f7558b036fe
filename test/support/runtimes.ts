import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tests run on beside the Node of the devDependencies; each is a package of the npm registry. */
const packages = {
  22: { name: 'node', version: '22.23.3', megabytes: 185 },
  26: { name: 'node', version: '26.9.0', megabytes: 211 },
  'the oldest supported': { name: 'node', version: '22.12.0', megabytes: 171 },
  'the newest unsupported': { name: 'node', version: '22.11.0', megabytes: 169 },
  20: { name: 'node', version: '20.19.6', megabytes: 150 },
  18: { name: 'node', version: '18.20.8', megabytes: 144 },
  deno: { name: 'deno', version: '2.9.6', megabytes: 92 },
  bun: { name: 'bun', version: '1.4.5', megabytes: 103 },
  workerd: { name: 'workerd', version: '1.20261117.1', megabytes: 160 },
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

/** Those of the runtimes that are yet to be installed, and how much space they take. */
export function missingRuntimes(runtimes: readonly (keyof typeof packages)[]): {
  readonly names: readonly string[];
  readonly megabytes: number;
} {
  const missing = runtimes.filter((runtime) => !existsSync(runtimeBinary(runtime))).map((it) => packages[it]);
  return {
    names: missing.map(({ name, version }) => `${name} ${version}`),
    megabytes: missing.reduce((sum, { megabytes }) => sum + megabytes, 0),
  };
}

/** Every runtime but the Node of the devDependencies. */
export const otherRuntimes = Object.keys(packages) as readonly (keyof typeof packages)[]; // of an object literal

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

/** Installs the oldest supported major version of Node; vitest calls it once before the first of the long tests. */
export default function installNode22(): void {
  installRuntime(22);
}
