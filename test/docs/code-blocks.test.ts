import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
// Inside the project, so that `publisher-commerce` is found there as a user would find it.
const scratch = join(root, 'out/code-blocks');

interface Block {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly runs: boolean;
}

// Only the guides: below them are generated pages, whose code is not meant to run.
const pages = ['README.md', 'site/index.md', ...globSync('docs/*.md', { cwd: root })];
const sources = globSync('src/**/*.ts', { cwd: root });
const blocks: readonly Block[] = [
  ...pages.flatMap((page) => blocksOf(page, true)),
  ...sources.flatMap((source) => blocksOf(source, false)),
];

/** The ts blocks of a page, or of the docstrings of a source file. */
function blocksOf(path: string, runs: boolean): Block[] {
  const text = readFileSync(join(root, path), 'utf8');
  const prose = runs ? text : text.replaceAll(/^ *\* ?/gm, '');
  return [...prose.matchAll(/^```ts\n(.*?)^```/gms)].map((match, index) => ({
    name: `${path} block ${index + 1}`,
    file: join(scratch, `${path.replaceAll(/[/.]/g, '-')}-${index + 1}.ts`),
    code: match[1] ?? '',
    runs,
  }));
}

beforeAll(() => {
  mkdirSync(scratch, { recursive: true });
  for (const { file, code } of blocks) writeFileSync(file, `${code}\nexport {};\n`);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('there are code blocks in the README and in the docstrings', () => {
  expect(blocks.filter(({ runs }) => runs).length).toBeGreaterThan(5);
  expect(blocks.filter(({ runs }) => !runs).length).toBeGreaterThan(20);
});

test('every code block compiles', { timeout: 60_000 }, () => {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram(
    blocks.map(({ file }) => file),
    { ...options, noUnusedLocals: false },
  );
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${relative(scratch, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );

  expect(problems).toEqual([]);
});

test.concurrent.each(blocks.filter(({ runs }) => runs))(
  '$name runs against the sandbox',
  { timeout: 30_000 },
  async ({ file }) => {
    const sandbox = createSandbox({
      transactions: 20,
      period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
    });
    await using server = await sandbox.listen();
    // Some blocks write files, as a reader's program would: not into the project.
    const cwd = mkdtempSync(join(tmpdir(), 'code-block-'));
    const env = { ...process.env, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
    const finished = await runProgram(process.execPath, [file], { cwd, env });
    rmSync(cwd, { recursive: true });

    expect(finished).toMatchObject({ code: 0, err: '' });
  },
);
