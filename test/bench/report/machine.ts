import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type as system } from 'node:os';
import { join } from 'node:path';

const libraries = ['publisher-commerce', 'zod', 'ky', 'stripe', 'openai', 'openapi-fetch', 'axios'] as const;

/** What the numbers were measured on and with, as rows of a table. */
export function describeMachine(root: string): string[][] {
  const [cpu] = cpus();
  const versions = libraries.map((name) => `${name} ${versionOf(root, name)}`);
  return [
    ['Processor', `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['System', `${system()} ${release()}`],
    [
      'Node',
      `${process.version}, V8 ${process.versions.v8}, undici ${process.versions['undici'] ?? 'unknown'}`,
    ],
    ['Libraries', versions.join(', ')],
  ];
}

function versionOf(root: string, name: string): string {
  const folders = ['test/bench/node_modules', 'node_modules'].map((folder) => join(root, folder, name));
  const manifest = folders.map((folder) => join(folder, 'package.json')).find((file) => existsSync(file));
  // Every npm package has a version.
  return (JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { version: string }).version;
}
