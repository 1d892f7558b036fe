import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { Project, type ProgramName, readProgram, run } from './project.ts';

// A whole compiler for each test takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

// The oldest and the newest; between them is that of the devDependencies, which checks the declarations elsewhere.
const compilers = ['5.9.3', '7.0.2'];
let project: Project;

beforeAll(async () => {
  const aliases = compilers.map((version) => `typescript-${version}@npm:typescript@${version}`);
  project = await Project.with('msw@3', '@types/node@22', ...aliases);
}, 60_000);
afterAll(() => project.remove());

interface System {
  readonly module: string;
  readonly moduleResolution?: string;
  /** `.mts` is ESM and `.cts` is CommonJS, in one project. */
  readonly extensions: readonly string[];
}

const systems: readonly System[] = [
  { module: 'nodenext', extensions: ['mts', 'cts'] },
  { module: 'node16', extensions: ['mts', 'cts'] },
  { module: 'esnext', moduleResolution: 'bundler', extensions: ['ts'] },
];

async function tsc(compiler: string, args: readonly string[]): Promise<string> {
  const path = join(project.folder, `node_modules/typescript-${compiler}/bin/tsc`);
  const { code, out, err } = await run(process.execPath, [path, ...args], { cwd: project.folder });
  return `${out}${err}exit code ${code}`;
}

async function compile(
  name: ProgramName,
  compiler: string,
  { extensions, ...options }: System,
  lib: readonly string[],
): Promise<string> {
  const folder = `${name}-${compiler}-${options.module}`;
  const compilerOptions = {
    target: 'es2023',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    lib,
    ...options,
  };
  await project.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  for (const extension of extensions) {
    await project.write(`${folder}/${name}.${extension}`, await readProgram(name));
  }
  return tsc(compiler, ['--project', folder]);
}

test.each(compilers.flatMap((compiler) => systems.map((system) => ({ compiler, ...system }))))(
  'TypeScript $compiler compiles with module $module, strictly and without the DOM',
  async ({ compiler, ...system }) => {
    expect(await compile('client', compiler, system, ['es2023'])).toBe('exit code 0');
  },
);

// The declarations of msw need those of the DOM.
test.each(compilers)('TypeScript %s compiles a user of the sandbox, with the DOM', async (compiler) => {
  const system = { module: 'nodenext', extensions: ['mts', 'cts'] };
  const lib = ['es2023', 'dom', 'dom.iterable'];
  expect(await compile('sandbox', compiler, system, lib)).toBe('exit code 0');
});

test.each(['mts', 'cts'])('a wrong type does not compile in .%s', async (extension) => {
  const file = await project.write(
    `wrong.${extension}`,
    `import { PublisherClient } from 'publisher-commerce';
     export const answer = new PublisherClient().pricePoints.get('999');`,
  );
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  expect(await tsc('7.0.2', [...flags, '--skipLibCheck', file])).toContain(
    "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'",
  );
});
