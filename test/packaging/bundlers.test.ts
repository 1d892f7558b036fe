import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, type Format } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { Project, run } from './project.ts';

let project: Project;

beforeAll(async () => {
  project = await Project.with('msw@3');
}, 60_000);
afterAll(() => project.remove());

test.each<{ format: Format; extension: string }>([
  { format: 'esm', extension: 'mjs' },
  { format: 'cjs', extension: 'cjs' },
])('a bundle of esbuild as $format runs where nothing is installed', async ({ format, extension }) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const outfile = join(elsewhere, `client.${extension}`);
  const entry = await project.writeProgram('client', 'module');
  const { warnings } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);

  const sandbox = createSandbox({
    transactions: 25,
    period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
  });
  await using server = await sandbox.listen();
  const env = { ...process.env, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
  const { code, out, err } = await run(process.execPath, [outfile], { cwd: elsewhere, env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({
    pages: [10, 10, 5],
    error: { name: 'NotFoundError', reason: 'price_point_not_found' },
    callbacks: [200, 400],
  });
});
