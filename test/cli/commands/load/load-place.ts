import { onTestFinished, vi } from 'vitest';

import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import { takeLedgerDatabase } from '../../../support/load.ts';
import { execute, type Postgres } from '../../../support/postgres.ts';
import { october } from '../../../support/ranges.ts';
import { type Program, startProgram } from '../../../support/run-program.ts';
import { type Output, runHere } from '../../run-here.ts';
import { command } from '../../start-command.ts';

const token = 'token-that-must-not-leak-4711';

/** A database and a listening sandbox, which the environment variables name until the test ends. */
export interface LoadPlace {
  readonly sandbox: Sandbox;
  /** URL of the database. */
  readonly database: string;
  /** Runs a subcommand of `load` in this process. Neither the token nor the password may be in its output. */
  readonly load: (...args: readonly string[]) => Promise<Output>;
  /** Starts a subcommand in a process of its own. */
  readonly start: (...args: readonly string[]) => Program;
  /** Runs a statement in the database. */
  readonly sql: (statement: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
}

/** What to use instead of a new database with the tables. */
interface PlaceOptions extends SandboxOptions {
  readonly database?: string;
}

export async function openPlace(postgres: Postgres, options: PlaceOptions = {}): Promise<LoadPlace> {
  const { database = await takeLedgerDatabase(postgres), ...ledger } = options;
  const period = { start: october.startDate, end: october.endDate };
  const sandbox = createSandbox({ transactions: 300, token, period, ...ledger });
  const server = await sandbox.listen();
  const env = { DATABASE_URL: database, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: token };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
    await sandbox.close();
  });
  return {
    sandbox,
    database,
    load: async (...args) => {
      const output = await runHere(['load', ...args]);
      checkSecrets(output.out + output.err, [token, new URL(database).password]);
      return output;
    },
    start: (...args) =>
      startProgram(process.execPath, [command, 'load', ...args], {
        env: { PATH: process.env['PATH'], PUBLISHER_RETRY_FOR: '0', ...env },
      }),
    sql: (statement, values) => execute(database, statement, values),
  };
}

function checkSecrets(printed: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret !== '' && printed.includes(secret)) throw new Error(`the output contains ${secret}`);
  }
}

/** The JSON that a command has printed. */
export function jsonOf({ out }: { readonly out: string }): unknown {
  return JSON.parse(out);
}

/** The month of the sandbox in six jobs. */
export const sixJobs = ['--month', '2026-10', '--rows-per-job', '50', '--limit', '25'] as const;
