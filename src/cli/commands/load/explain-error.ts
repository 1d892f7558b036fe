import { ConfigurationError } from '../../../client/errors/index.ts';
import { DatabaseError, type DatabaseErrorReason } from '../../../postgres/index.ts';
import { flagOf } from '../../flags/flags.ts';
import { tokenVariable, urlVariable } from '../../service/service-address.ts';
import {
  CommandError,
  explainError,
  explainPageError,
  UsageError,
  withAdvice,
} from '../../terminal/command-error.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import type { DatabaseFlags } from './read-flags.ts';

/** What the user sets an option of the library with, if its name is not that of the flag. */
const flagNames: Readonly<Record<string, string>> = {
  startDate: '--start',
  endDate: '--end',
  hashKey: 'PUBLISHER_HASH_KEY',
  alarms: 'id',
};

/** What to do; the message of each other reason says it itself. */
const advice: Partial<Readonly<Record<DatabaseErrorReason, string>>> = {
  unreachable:
    'Check its address, and that it runs, and run the same command again; the rows of finished jobs are kept',
  certificate: 'Check the host, and that sslrootcert in the URL is the certificate of its CA',
  permission:
    'The privileges that each command needs are in node_modules/publisher-commerce/docs/postgres.md',
  lost_lease: 'Run the same command again; the rows of finished jobs are kept',
  no_key: 'Nothing was written: run these statements as the owner, and run the same command again',
  full: 'Make room, and run the same command again; the rows of finished jobs are kept',
};

/** What to do about an SQLSTATE, or its class, where the reason says too little. */
const adviceOfState: Readonly<Record<string, string>> = {
  // Nobody is logged in, so that privileges do not matter yet.
  '28': 'Check the user, and the password in PGPASSWORD, .pgpass or the URL, where it is percent-encoded',
  '3D000': 'Create it, or correct its name in the URL',
  '25006':
    'It is a replica, or default_transaction_read_only is on: name the primary, or run the same command again later',
};

/**
 * Does the work of a subcommand, until it is asked to end, which aborts its signal. What it throws is explained in one line that
 * says what to do, `next` after an interrupt.
 */
export function explained<Result>(
  flags: DatabaseFlags,
  work: (signal: AbortSignal) => Promise<Result>,
  next = 'Run the same command again',
): Promise<Result> {
  return interruptible(work, (error) => explain(error, flags), next);
}

/** What to do after a worker was stopped. Without a connection it cannot give its jobs back: then their lease ends. */
export const toContinue =
  'Unfinished jobs are free for any worker, after 30 seconds at the latest: run the same command to continue';

/** Returns an error in one line that says what to do. */
export function explain(error: unknown, flags: DatabaseFlags): Error {
  if (error instanceof ConfigurationError) return explainOption(error, flags);
  if (error instanceof DatabaseError) return explainDatabase(error);
  return explainError(error, explainPageError);
}

function explainDatabase({ reason, message, sqlState = '' }: DatabaseError): CommandError {
  const next = adviceOfState[sqlState] ?? adviceOfState[sqlState.slice(0, 2)] ?? advice[reason];
  return new CommandError(`database_${reason}`, next === undefined ? message : withAdvice(message, next));
}

function explainOption({ option, rule, message }: ConfigurationError, flags: DatabaseFlags): UsageError {
  // The optional peers are named by their package.
  if (option === 'pg' || option === 'pg-boss') return new UsageError(message);
  const flag = 'changeCurrencyDigits';
  return new UsageError(`${flagOrVariableOf(option, flags)}: ${rule.replace(flag, flagOf(flag))}`);
}

function flagOrVariableOf(option: string, { databaseUrl, environment }: DatabaseFlags): string {
  if (option.startsWith('database')) return databaseUrl ? '--database-url' : 'DATABASE_URL';
  if (option === 'baseUrl') return urlVariable(environment, process.env);
  if (option === 'client') return tokenVariable(environment, process.env);
  return flagNames[option] ?? flagOf(option);
}
