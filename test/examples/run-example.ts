import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import type { ListenOptions } from '../../src/sandbox/server/listen.ts';
import { october } from '../support/ranges.ts';
import { type Finished, type Program, startProgram } from '../support/run-program.ts';

export const examplesFolder = join(import.meta.dirname, '../../examples');
const runner = join(examplesFolder, 'run.ts');
const publisherToken = 'a-token-of-the-publisher';

/** A folder of its own, where examples run and leave their files. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  /** Where a file is that an example has written, for example `out/totals.csv`. */
  path(name: string): string;
  /** Runs an example as a user does, against a sandbox of its own or the service that is given. */
  run(args: readonly string[], service?: Pick<Service, 'env'>): Promise<Finished>;
}

/** A service that the test keeps, so that it can make it fail and read its state. */
export interface Service extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts an example, with `env` on top of the environment. */
export function startExample(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Program {
  const all = { ...process.env, PUBLISHER_BASE_URL: '', PUBLISHER_TOKEN: '', ...env };
  return startProgram(process.execPath, [runner, ...args], { cwd, env: all });
}

export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  return {
    folder,
    path: (name) => join(folder, name),
    async run(args, service) {
      const finished = await startExample(args, folder, service?.env).finished;
      // Whatever an example does, the publisher's token is not in what it prints.
      expect(finished.out + finished.err).not.toMatch(/sandbox-token|a-token-of-the-publisher/);
      return finished;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

export async function openService(
  options: SandboxOptions = {},
  listen: ListenOptions = {},
): Promise<Service> {
  const sandbox = createSandbox({ token: publisherToken, ...options });
  const server = await sandbox.listen(listen);
  return {
    sandbox,
    env: { PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: publisherToken },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The period of an example's sandbox. */
export const period = { start: october.startDate, end: october.endDate };
