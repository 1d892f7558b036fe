import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

// Nothing but this package: the command carries msw inside.
let project: Project;

beforeAll(async () => {
  project = await Project.with();
}, 60_000);
afterAll(() => project.remove());

test('npx runs the command, which knows its version', async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  const finished = await run('npx', ['publisher-commerce', '--version'], { cwd: project.folder });
  expect(finished).toMatchObject({ code: 0, out: `${manifest.version}\n` });
});

test('npx runs the sandbox, which responds until SIGTERM', async () => {
  await using sandbox = await startSandbox(project.folder);
  const headers = { 'x-publisher-token': sandbox.token };
  const response = await fetch(`${sandbox.url}/v1/price-points`, { headers });
  expect(await response.json()).toEqual({ pricePoints: [] });

  await sandbox.stop();
  await expect(fetch(sandbox.url)).rejects.toThrow(TypeError);
});

test.each(["await import('publisher-commerce/sandbox')", "require('publisher-commerce/sandbox')"])(
  'without msw %s fails with an error that names it, and every other entry loads',
  async (load) => {
    const others = `${load.replace('/sandbox', '')}; ${load.replace('sandbox', 'schemas')}; ${load.replace('sandbox', 'callbacks')};`;
    const type = load.startsWith('await') ? 'module' : 'commonjs';
    const args = [`--input-type=${type}`, '--eval', `${others} console.log('loaded'); ${load}`];
    const { code, out, err } = await run(process.execPath, args, { cwd: project.folder });
    expect({ code, out }).toEqual({ code: 1, out: 'loaded\n' });
    expect(err).toMatch(/Cannot find (package|module) 'msw'/);
  },
);
