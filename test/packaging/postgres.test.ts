import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { Project, run } from './project.ts';

let without: Project;
let withPeers: Project;

beforeAll(async () => {
  without = await Project.with();
  // The oldest pg that is supported; pg-boss brings its own.
  withPeers = await Project.with('pg@8.11.0', 'pg-boss@12.35.0');
});
afterAll(async () => {
  await without.remove();
  await withPeers.remove();
});

const install = 'pg: is not installed. Run: npm install pg pg-boss@12.35.0';
const unreachable = 'postgres://loader@127.0.0.1:1/finance';

/** Prints the error of `loadStatus`, by a program of a module system. */
function printError({ folder }: Project, load: string): Promise<Finished> {
  const type = load.startsWith('await') ? 'module' : 'commonjs';
  const code = `const { loadStatus } = ${load};
    loadStatus({ database: '${unreachable}', retryFor: 0 }).catch(({ name, message }) => console.log(name + ': ' + message));`;
  return run(process.execPath, [`--input-type=${type}`, '--eval', code], { cwd: folder });
}

function runCommand({ folder }: Project, ...args: readonly string[]): Promise<Finished> {
  const command = `${folder}/node_modules/.bin/publisher-commerce`;
  return run(command, ['load', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATABASE_URL: unreachable, PUBLISHER_RETRY_FOR: '0' },
  });
}

const loads = ["await import('publisher-commerce/postgres')", "require('publisher-commerce/postgres')"];

test.each(loads)(
  'without pg and pg-boss %s works, and a call names the command that installs them',
  async (load) => {
    expect(await printError(without, load)).toMatchObject({
      code: 0,
      out: `ConfigurationError: ${install}\n`,
      err: '',
    });
  },
);

test.each(loads)('with the oldest supported pg %s connects', async (load) => {
  expect(await printError(withPeers, load)).toMatchObject({
    code: 0,
    out: 'DatabaseError: the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n',
    err: '',
  });
});

test('without pg and pg-boss the command prints its help, and else one line with the command that installs them', async () => {
  expect(await runCommand(without, '--help')).toMatchObject({ code: 0, err: '' });
  expect(await runCommand(without, 'status')).toMatchObject({
    code: 2,
    out: '',
    err: `publisher-commerce: ${install}\nTry publisher-commerce load status --help, or read node_modules/publisher-commerce/docs/postgres.md\n`,
  });
});
