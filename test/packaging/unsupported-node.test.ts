import { join } from 'node:path';

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { installRuntime, type Runtime, runtimeBinary } from '../support/runtimes.ts';
import { Project, run } from './project.ts';

const unsupported = [
  { runtime: 18, version: '18.20.8' },
  { runtime: 20, version: '20.19.6' },
  { runtime: 'the newest unsupported', version: '22.11.0' },
] as const satisfies readonly { runtime: Runtime; version: string }[];
const entries = [
  'publisher-commerce',
  ...['schemas', 'callbacks', 'sandbox', 'ledger', 'postgres'].map((name) => `publisher-commerce/${name}`),
];

let project: Project;

beforeAll(async () => {
  for (const { runtime } of unsupported) installRuntime(runtime);
  installRuntime('the oldest supported');
  project = await Project.with('msw@3');
});
afterAll(() => project.remove());

const sentence = (version: string): string =>
  `publisher-commerce requires Node 22.12 or newer; this is Node ${version}`;

/** Runs JavaScript on a runtime, in the project. */
async function evaluate(runtime: Runtime, code: string, type: 'module' | 'commonjs'): Promise<Finished> {
  const file = await project.write(`evaluated.${type === 'module' ? 'mjs' : 'cjs'}`, code);
  return run(runtimeBinary(runtime), [file], { cwd: project.folder });
}

test.each(unsupported)(
  'every import fails on Node $version, and names both versions',
  async ({ runtime, version }) => {
    const imported = await evaluate(
      runtime,
      `for (const entry of ${JSON.stringify(entries)}) await import(entry).catch((e) => console.log(e.name, e.message));`,
      'module',
    );
    const required = await evaluate(
      runtime,
      `for (const entry of ${JSON.stringify(entries)}) try { require(entry) } catch (e) { console.log(e.name, e.message) }`,
      'commonjs',
    );

    const expected = entries.map(() => `Error ${sentence(version)}\n`).join('');
    expect([imported, required]).toMatchObject([
      { code: 0, out: expected, err: '' },
      { code: 0, out: expected, err: '' },
    ]);
  },
);

test.each(['esm', 'cjs'] as const)(
  'a bundle of one function as %s fails on an unsupported Node too',
  async (format) => {
    const outfile = join(project.folder, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
    const entry = await project.write(
      'one-function.mjs',
      "import { toMajorUnits } from 'publisher-commerce'; console.log(toMajorUnits(999, 'USD'));",
    );
    await build({ entryPoints: [entry], outfile, bundle: true, minify: true, platform: 'node', format });
    const onUnsupported = await run(runtimeBinary(20), [outfile], { cwd: project.folder });

    expect(onUnsupported.code).toBe(1);
    expect(onUnsupported.err).toContain(`Error: ${sentence('20.19.6')}\n`);
    expect(await run(process.execPath, [outfile], { cwd: project.folder })).toMatchObject({
      code: 0,
      out: '9.99\n',
      err: '',
    });
  },
);

test('everything works on the oldest supported Node', async () => {
  const runtime = 'the oldest supported';
  const command = join(project.folder, 'node_modules/publisher-commerce/dist/cli/main.js');
  const code = `Promise.all(${JSON.stringify(entries)}.map((entry) => import(entry))).then((all) => console.log(all.length));`;

  expect(await evaluate(runtime, code, 'module')).toMatchObject({
    code: 0,
    out: `${entries.length}\n`,
    err: '',
  });
  expect(await run(runtimeBinary(runtime), [command, '--version'], { cwd: project.folder })).toMatchObject({
    code: 0,
    err: '',
  });
});
