import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { type CodeBlock, codeBlocksOf, pagesOf, typeProblems } from '../support/code-blocks.ts';
import { runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
// Inside the project, so that `publisher-commerce` is found there as a user would find it, and below `test`, where Fastify
// and OpenTelemetry are.
const scratch = join(root, 'test/out/code-blocks');

const pageBlocks = pagesOf(root).flatMap((page) => codeBlocksOf(root, page));
const docstringBlocks = globSync('src/**/*.ts', { cwd: root }).flatMap((source) =>
  codeBlocksOf(root, source),
);
const blocks = [...pageBlocks, ...docstringBlocks];

const fileOf = ({ file }: CodeBlock): string => join(scratch, file);

/** The environment without the variables of this package. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = ['PUBLISHER_', 'CALLBACK_'];
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !ours.some((start) => name.startsWith(start))),
  );
}

beforeAll(() => {
  mkdirSync(scratch, { recursive: true });
  for (const block of blocks) writeFileSync(fileOf(block), block.code);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('there are code blocks in the pages and in the docstrings', () => {
  expect(pageBlocks.length).toBeGreaterThan(5);
  expect(docstringBlocks.length).toBeGreaterThan(20);
});

test('every code block compiles', () => {
  expect(typeProblems(blocks.map(fileOf))).toEqual([]);
});

/** A program that runs blocks one after the other, each with variables of its own, and says which it begins. */
const runBlocks = `
  for (const { file, variables } of JSON.parse(process.argv[1])) {
    Object.assign(process.env, variables);
    console.log(file);
    await import(file);
    for (const name of Object.keys(variables)) delete process.env[name];
  }
`;

// The command `sandbox` prints lines for a shell that set it.
const environments = [{}, { PUBLISHER_ENVIRONMENT: 'sandbox' }];
const runs = environments.flatMap((environment) =>
  [...Map.groupBy(pageBlocks, ({ page }) => page)].map(([page, blocks]) => ({ page, environment, blocks })),
);

test.concurrent.for(runs)(
  'the code blocks of $page run against the sandbox, with the environment $environment',
  async ({ blocks, environment }, { expect, onTestFinished }) => {
    const programs = [];
    for (const block of blocks) {
      // About twenty rows in the month before this one, which most blocks read.
      const sandbox = createSandbox({ transactions: 260 });
      const server = await sandbox.listen();
      onTestFinished(() => server.close());
      // Only what creates a client needs variables: a reader of the other blocks has not set them.
      const variables = block.code.includes('PublisherClient')
        ? {
            PUBLISHER_BASE_URL: server.url,
            PUBLISHER_SANDBOX_URL: server.url,
            PUBLISHER_TOKEN: sandbox.token,
            ...environment,
          }
        : {};
      programs.push({ file: fileOf(block), variables });
    }
    // Some blocks write files, as a reader's program would: not into the project.
    const cwd = mkdtempSync(join(tmpdir(), 'code-blocks-'));
    const args = ['--input-type=module', '--eval', runBlocks, JSON.stringify(programs)];
    const { code, out, err } = await runProgram(process.execPath, args, {
      cwd,
      env: withoutOurs(process.env),
    });
    rmSync(cwd, { recursive: true });

    expect({ code, err }, out).toEqual({ code: 0, err: '' });
    expect(programs.filter(({ file }) => !out.includes(file))).toEqual([]);
  },
);
