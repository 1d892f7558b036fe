import { ConfigurationError, InvalidRequestError, PublisherError } from '../../errors/index.ts';
import { DatabaseError, type DatabaseErrorReason } from '../../postgres/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { explainServiceError, withAdvice } from '../explain-service-error.ts';
import { flagOf } from '../flag-of.ts';
import { UsageError } from '../usage-error.ts';
import type { LoadFlags } from './load-flags.ts';

/** What the user sets an option of the library with, if its name is not that of the flag. */
const flagNames: Readonly<Record<string, string>> = {
  startDate: '--start',
  endDate: '--end',
  'rateLimit.requestsPerMinute': '--rate-limit',
  baseUrl: 'PUBLISHER_BASE_URL',
};

/** What to do; the message of each other reason says it itself. */
const advice: Partial<Readonly<Record<DatabaseErrorReason, string>>> = {
  unreachable: 'Check its address, and that it runs; the rows of finished jobs are kept',
  certificate: 'Check the host, and that sslrootcert in the URL is the certificate of its CA',
  permission:
    'The privileges that each command needs are in node_modules/publisher-commerce/docs/postgres.md',
  lost_lease: 'Run the same command again; the rows of finished jobs are kept',
  full: 'Make room, and run the same command again; the rows of finished jobs are kept',
};

/** Runs a part of a load; what it throws is explained in one line that says what to do, `next` after an interrupt. */
export async function explained<Result>(
  flags: LoadFlags,
  signal: AbortSignal,
  work: () => Promise<Result>,
  next = 'Run the same command again',
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? interrupted(next) : explain(error, flags);
  }
}

/** What to do after a worker was stopped. Without a connection it cannot give its jobs back: then their lease ends. */
export const toContinue =
  'Unfinished jobs are free for any worker, after 30 seconds at the latest: run the same command to continue';

/** The error of a command that was stopped. */
export function interrupted(next: string): CommandError {
  return new CommandError('interrupted', withAdvice('interrupted', next), exitCode.interrupted);
}

function explain(error: unknown, flags: LoadFlags): unknown {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigurationError) return explainOption(error, flags);
  if (error instanceof InvalidRequestError) return new UsageError(error.message);
  if (error instanceof DatabaseError) return explainDatabase(error);
  if (error instanceof PublisherError) return new CommandError(error.code, explainServiceError(error));
  return error;
}

function explainDatabase({ reason, message, sqlState }: DatabaseError): CommandError {
  // Class 28 of SQLSTATE: nobody is logged in, so that privileges do not matter yet.
  const next = sqlState?.startsWith('28')
    ? 'Check the user, and the password in the URL, PGPASSWORD or .pgpass'
    : advice[reason];
  return new CommandError(`database_${reason}`, next === undefined ? message : withAdvice(message, next));
}

function explainOption({ option, rule, message }: ConfigurationError, flags: LoadFlags): UsageError {
  // The optional peers are named by their package.
  if (option === 'pg' || option === 'pg-boss') return new UsageError(message);
  return new UsageError(`${nameOf(option, flags)}: ${rule}`);
}

function nameOf(option: string, { databaseUrl }: LoadFlags): string {
  if (option.startsWith('database')) return databaseUrl ? '--database-url' : 'DATABASE_URL';
  return flagNames[option] ?? flagOf(option);
}
