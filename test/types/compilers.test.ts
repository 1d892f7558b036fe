import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, test, vi } from 'vitest';

import { Project, readProgram, run } from '../packaging/project.ts';
import { againProgram } from './again-program.ts';

// A whole compiler for each test takes its time on a busy machine.
// Ends only what hangs: a compiler with its processes takes two minutes beside other work.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000, maxConcurrency: 2 });

const oldest = '5.0.4';
const newest = '7.0.2';
// The tests of types run on 6.
const compilers = [oldest, '5.9.3', newest];
/** The oldest that can name what a named import infers, whatever package it is of. */
const declaring = '5.4.5';

/** What a project has installed, and which types of its platform it uses. */
const platforms = {
  /** A browser or an edge runtime: nothing declares the types of Node. */
  web: { packages: [], types: [], lib: ['es2022', 'dom', 'dom.iterable'] },
  /** A back end, without the DOM. */
  node: { packages: ['@types/node@22', 'pino@10', 'undici@8', 'msw@3'], types: ['node'], lib: ['es2022'] },
  /** Tests of a back end; the declarations of msw need those of the DOM. */
  sandbox: { types: ['node'], lib: ['es2022', 'dom', 'dom.iterable'] },
  bun: { packages: ['@types/bun@1.4.4', 'pino@10'], types: ['bun'], lib: ['es2022'] },
} as const;
type Platform = keyof typeof platforms;

const projects: Partial<Record<Platform, Project>> = {};

beforeAll(async () => {
  const aliases = [...compilers, declaring].map(
    (version) => `typescript-${version}@npm:typescript@${version}`,
  );
  projects.web = await Project.with(...aliases);
  projects.node = await Project.with(...platforms.node.packages);
  projects.bun = await Project.with(...platforms.bun.packages);
  projects.sandbox = projects.node;
});
afterAll(() => Promise.all([...new Set(Object.values(projects))].map((project) => project.remove())));

/** What a compiler reports at one place. */
interface Problem {
  /** From the folder of the project. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Module systems; `.mts` is ESM and `.cts` is CommonJS, in one project. */
const modules = {
  nodenext: { module: 'nodenext', extensions: ['mts', 'cts'] },
  node16: { module: 'node16', extensions: ['mts', 'cts'] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', extensions: ['ts'] },
} as const;

/** Compiles programs in a folder of a project, as strictly as possible. */
async function compile(
  compiler: string,
  platform: Platform,
  programs: Readonly<Record<string, string>>,
  system: keyof typeof modules = 'nodenext',
  emit: object = { noEmit: true },
): Promise<readonly Problem[]> {
  const project = projectOf(platform);
  const { types, lib } = platforms[platform];
  const { extensions, ...options } = modules[system];
  const folder = `${Object.keys(programs).join('-')}-${compiler}-${system}`;
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const compilerOptions = { target: 'es2022', types, lib, ...strict, ...options, ...emit };
  await project.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  for (const [name, text] of Object.entries(programs)) {
    for (const extension of extensions) await project.write(`${folder}/${name}.${extension}`, text);
  }
  const tsc = join(projectOf('web').folder, `node_modules/typescript-${compiler}/bin/tsc`);
  const args = [tsc, '--project', folder, '--pretty', 'false'];
  const { code, out, err } = await run(process.execPath, args, { cwd: project.folder });
  const problems = problemsIn(out);
  if ((code === 0) !== (problems.length === 0)) throw new Error(`exit code ${code}: ${out}${err}`);
  return problems;
}

function projectOf(platform: Platform): Project {
  const project = projects[platform];
  if (!project) throw new Error(`${platform} is not installed`);
  return project;
}

/** A message may have more lines, which are indented. */
function problemsIn(output: string): Problem[] {
  return [...output.matchAll(/^(\S+)\((\d+),\d+\): (error .*(?:\n .*)*)/gm)].map(
    ([, file = '', line, message = '']) => ({ file, line: Number(line), message }),
  );
}

/** The declaration files of packages that a compiler is too old for. */
function thirdParty(problems: readonly Problem[]): string[] {
  const packages = problems.map(({ file }) => /^node_modules\/(?!publisher-commerce\/)(.*)/.exec(file)?.[1]);
  return [...new Set(packages)].filter((file) => file !== undefined).sort();
}

function isOurs({ file }: Problem): boolean {
  return !file.startsWith('node_modules/') || file.startsWith('node_modules/publisher-commerce/');
}

function program(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, `programs/${name}.ts`), 'utf8');
}

/** Not a file: it would change the types of this project too. */
const augmentation = `
import type { PublisherClient, Transaction } from 'publisher-commerce';

declare module 'publisher-commerce' {
  interface Transaction { fraudScore?: number }
  interface TransactionDetails { settledAt?: string }
}
export const score = (row: Transaction): number | undefined => row.fraudScore;
export async function settled(client: PublisherClient): Promise<string | undefined> {
  const [row] = await client.transactions.list({ startDate: '', endDate: '' }).toArray({ max: 1 });
  return row?.transactionDetails.settledAt?.trim();
}`;

/** Errors in the declarations of other packages are listed here, and not counted. */
const tooNew: Readonly<Record<string, readonly string[]>> = {
  // It uses `NoInfer` of TypeScript 5.4.
  [oldest]: ['zod/v4/classic/schemas.d.cts'],
};

const cases = [
  ...compilers.flatMap((compiler) => [
    { compiler, platform: 'web' as const },
    { compiler, platform: 'node' as const },
  ]),
  // In the types of Bun itself, older compilers find hundreds of errors.
  { compiler: newest, platform: 'bun' as const },
];

test.concurrent.for(cases)(
  'TypeScript $compiler compiles correct programs and rejects typos, with the types of $platform',
  async ({ compiler, platform }, { expect }) => {
    const typos = await program('typos');
    const programs = {
      augmentation,
      correct: await program('correct'),
      typos: typos.replaceAll('@ts-expect-error', 'expected'),
      ...(platform === 'web' ? {} : { node: await program('node') }),
      ...(platform === 'node' ? { fetch: await program('fetch') } : {}),
    };
    const problems = await compile(compiler, platform, programs);
    const expected = typos.split('\n').flatMap((text, index) => {
      const message = /@ts-expect-error -- (.*)/.exec(text)?.[1];
      return message === undefined ? [] : [{ line: index + 2, message }];
    });

    expect(thirdParty(problems)).toEqual(tooNew[compiler] ?? []);
    expect(expected.length).toBeGreaterThan(20);
    expect(problems.filter((problem) => isOurs(problem) && !/\/typos\.[mc]ts$/.test(problem.file))).toEqual(
      [],
    );
    for (const extension of ['mts', 'cts']) {
      const found = problems.filter(({ file }) => file.endsWith(`/typos.${extension}`));
      expect(found.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
      expect(
        found.map(({ message }, index) => message.includes(expected[index]?.message ?? '') || message),
      ).toEqual(expected.map(() => true));
    }
  },
);

test.concurrent.for([
  { compiler: oldest, system: 'bundler' as const },
  { compiler: newest, system: 'node16' as const },
])(
  'TypeScript $compiler compiles with the module system $system',
  async ({ compiler, system }, { expect }) => {
    const problems = await compile(compiler, 'node', { client: await readProgram('client') }, system);

    expect(problems.filter(isOurs)).toEqual([]);
  },
);

/** The types of Temporal itself, which no compiler before these has. */
const temporal = `/// <reference lib="esnext.temporal" />
import { type PublisherClient, type TransactionPaginator } from 'publisher-commerce';

export function since(client: PublisherClient, start: Temporal.ZonedDateTime): TransactionPaginator {
  return client.transactions.list({ startDate: start, endDate: Temporal.Now.instant() });
}
export function onDay(client: PublisherClient, day: Temporal.PlainDate): TransactionPaginator {
  // It names no moment.
  return client.transactions.list({ startDate: day, endDate: new Date() });
}`;

test.concurrent.for([newest])(
  'TypeScript %s accepts a moment of Temporal in a range, and rejects a date',
  async (compiler, { expect }) => {
    const problems = (await compile(compiler, 'node', { temporal })).filter(isOurs);

    expect(problems.map(({ line }) => line)).toEqual([9, 9]);
    for (const { message } of problems) {
      expect(message).toContain("'PlainDate' is not assignable to type 'DateTimeInput'");
    }
  },
);

// msw is ESM only, which CommonJS can require since TypeScript 5.8, but not with `module: node16`.
test.concurrent.for([
  { compiler: oldest, system: 'node16' as const },
  { compiler: newest, system: 'bundler' as const },
  { compiler: newest, system: 'nodenext' as const },
])(
  'TypeScript $compiler compiles a user of the sandbox with the module system $system',
  async ({ compiler, system }, { expect }) => {
    const programs = { sandbox: await readProgram('sandbox'), handlers: await program('handlers') };
    const problems = await compile(compiler, 'sandbox', programs, system);

    expect(problems.filter(isOurs)).toEqual([]);
  },
);

const entries = ['index', 'schemas', 'callbacks', 'sandbox', 'ledger', 'postgres'];

// One entry for each program: another one would lend it its names.
test.concurrent.for(
  [declaring, '5.9.3', newest].flatMap((compiler) => entries.map((entry) => [compiler, entry] as const)),
)(
  'TypeScript %s writes declarations of an application that exports again what %s exports, and its members',
  async ([compiler, entry], { expect }) => {
    const text = againProgram(entry);
    const emit = { declaration: true, emitDeclarationOnly: true, skipLibCheck: true };

    expect(text.match(/^export const/gm)?.length).toBeGreaterThan(30);
    expect(await compile(compiler, 'sandbox', { [`again-${entry}`]: text }, 'nodenext', emit)).toEqual([]);
  },
);
