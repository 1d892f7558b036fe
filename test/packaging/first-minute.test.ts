import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSandbox } from './npx-sandbox.ts';
import { Project, run } from './project.ts';

const readme = join(import.meta.dirname, '../../README.md');
let project: Project;

beforeAll(async () => {
  project = await Project.empty();
}, 60_000);
afterAll(() => project.remove());

test(
  'from an empty folder to the first rows of the README’s first block takes less than a minute',
  { timeout: 90_000 },
  async () => {
    const [, block = ''] = /^```ts\n(.*?)^```/ms.exec(await readFile(readme, 'utf8')) ?? [];
    const start = performance.now();

    await project.install();
    await using sandbox = await startSandbox(project.folder);
    const file = await project.write('first.mjs', block);
    const env = { ...process.env, PUBLISHER_BASE_URL: sandbox.url, PUBLISHER_TOKEN: sandbox.token };
    const { code, out, err } = await run(process.execPath, [file], { cwd: project.folder, env });

    const seconds = (performance.now() - start) / 1000;
    console.info(`from an empty folder to the first rows: ${seconds.toFixed(1)} s`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT\S+ \w+ -?\d+ US cents$/m);
    expect(seconds).toBeLessThan(60);
  },
);
