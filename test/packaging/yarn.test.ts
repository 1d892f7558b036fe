import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { Project, run } from './project.ts';

let project: Project;

function yarn(...args: readonly string[]): Promise<Finished> {
  const program = join(project.folder, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');
  return run(process.execPath, [program, ...args], { cwd: join(project.folder, 'application') });
}

beforeAll(async () => {
  project = await Project.with('@yarnpkg/cli-dist@4');
  const registry = await run('npm', ['config', 'get', 'registry'], { cwd: project.folder });
  const settings = {
    nodeLinker: 'pnp',
    enableGlobalCache: false,
    enableTelemetry: false,
    npmRegistryServer: registry.out.trim(),
    unsafeHttpWhitelist: ['*'],
  };
  const dependencies = { 'publisher-commerce': `file:${project.tarball.path}` };
  await project.write('application/package.json', JSON.stringify({ private: true, dependencies }));
  await project.write('application/.yarnrc.yml', JSON.stringify(settings));
  await project.write('application/yarn.lock', '');
  const { code, out } = await yarn('install', '--no-immutable');
  if (code !== 0) throw new Error(`yarn install has failed: ${out}`);
}, 300_000);
afterAll(() => project.remove());

const demo = ['--demo', '--start', '2025-01-01', '--end', '2025-02-01', '--transactions', '200'];

// In order: each reads what the one before has written.
test.each([
  ['an export', ['export', ...demo, '--out', 'a.csv'], 'a.csv'],
  ['an export in Parquet', ['export', ...demo, '--out', 'a.parquet'], 'a.parquet'],
  ['a verification', ['verify', 'a.csv'], 'is unchanged since its export'],
  ['a report', ['report', 'a.csv', '--out', 'a.html'], 'a.html: report of'],
  ['a workbook', ['report', 'a.csv', '--out', 'a.xlsx'], 'a.xlsx: report of'],
])(
  "under Yarn Plug'n'Play %s is written as elsewhere",
  async (_, args, printed) => {
    const { code, out, err } = await yarn('run', 'publisher-commerce', ...args);

    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out + err).toContain(printed);
    expect(out + err).not.toContain('not implemented');
  },
  60_000,
);
