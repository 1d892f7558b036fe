import { ConfigurationError } from '../../client/errors/index.ts';
import { printable } from '../../client/errors/printable.ts';
import {
  type Comparison,
  DatabaseError,
  type DatabaseErrorReason,
  type FailedJob,
  type LeaseHolder,
  type LoadVerification,
} from '../../postgres/index.ts';
import { CommandError, explainError, UsageError, withAdvice } from '../command-error.ts';
import { flagOf } from '../flags.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { formatRowKey, maxShown, renderDifferences, renderMore } from '../render-differences.ts';
import type { DatabaseFlags } from './load-flags.ts';

/** What the user sets an option of the library with, if its name is not that of the flag. */
const flagNames: Readonly<Record<string, string>> = {
  startDate: '--start',
  endDate: '--end',
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

/**
 * Does the work of a subcommand, until SIGINT or SIGTERM aborts its signal. What it throws is explained in one line that
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
  return explainError(error);
}

function explainDatabase({ reason, message, sqlState }: DatabaseError): CommandError {
  // Class 28 of SQLSTATE: nobody is logged in, so that privileges do not matter yet.
  const next = sqlState?.startsWith('28')
    ? 'Check the user, and the password in the URL, PGPASSWORD or .pgpass'
    : advice[reason];
  return new CommandError(`database_${reason}`, next === undefined ? message : withAdvice(message, next));
}

function explainOption({ option, rule, message }: ConfigurationError, flags: DatabaseFlags): UsageError {
  // The optional peers are named by their package.
  if (option === 'pg' || option === 'pg-boss') return new UsageError(message);
  return new UsageError(`${flagOrVariableOf(option, flags)}: ${rule}`);
}

function flagOrVariableOf(option: string, { databaseUrl }: DatabaseFlags): string {
  if (option.startsWith('database')) return databaseUrl ? '--database-url' : 'DATABASE_URL';
  return flagNames[option] ?? flagOf(option);
}

/** What the service says of a failure may be long. */
const maxMessage = 300;
const maxJobs = 20;

/** Prints failed jobs to stderr, also with `--quiet`; or says that jobs were lost. */
export function printFailedJobs(jobs: readonly FailedJob[]): void {
  for (const line of describeFailedJobs(jobs)) process.stderr.write(`${line}\n`);
}

function describeFailedJobs(jobs: readonly FailedJob[]): readonly string[] {
  if (jobs.length === 0)
    return ['publisher-commerce: jobs are not done: run publisher-commerce load work again'];
  const left = jobs.length - maxJobs;
  return [
    `publisher-commerce: ${counted(jobs.length, 'job')} failed five times. Run load work again to retry:`,
    ...jobs.slice(0, maxJobs).map(describeFailedJob),
    ...(left > 0 ? [`  … and ${counted(left, 'job')} more; load status --json lists all of them`] : []),
  ];
}

/** A failed job in one line. */
export function describeFailedJob({ load, job, startDate, endDate, message }: FailedJob): string {
  return `  job ${job} of load ${load}, ${startDate} to ${endDate}: ${printable(message, maxMessage)}`;
}

/** Returns a function that says for whom the command waits. */
export function saysWaiting(say: (line: string) => void): (holder: LeaseHolder) => void {
  return (holder) => say(`Waiting for another plan: ${describeHolder(holder)}`);
}

/** Names a process, for people. */
export function describeHolder({ host, pid, since }: LeaseHolder): string {
  return `pid ${pid} on ${host}, since ${since}`;
}

const comparisons: Readonly<Record<Comparison, string>> = {
  receipts: 'rows and sums of each currency and type, with the receipts of all jobs',
  columns: 'every column of each row, with the row as received',
  counts: 'the number of rows of each day, with the count of the service',
  rows: 'every row and column, with the rows that the service returns now',
};

/** Renders the result for a terminal. */
export function renderLoadVerification(verification: LoadVerification): readonly string[] {
  const { agrees, ranges, rows, compared, differences, unlisted } = verification;
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  const result = agrees
    ? [
        `No difference: ${counted(rows, 'row')}`,
        ...ranges.map((range) => `  ${range.startDate} to ${range.endDate}: ${counted(range.rows, 'row')}`),
      ]
    : [
        'The table differs:',
        ...renderDifferences(differences),
        ...(unlisted > 0 ? [`… and ${counted(unlisted, 'row')} that are not listed`] : []),
      ];
  const isOffline = !compared.includes('counts') && !compared.includes('rows');
  return [
    ...result,
    'Compared:',
    ...compared.map((comparison) => `  ${comparisons[comparison]}`),
    ...(isOffline ? ['Not compared with the service: see load verify --online and --deep'] : []),
    ...renderMissing(verification),
  ];
}

function renderMissing({ missingRows, missing }: LoadVerification): readonly string[] {
  if (missingRows === 0) return [];
  const shown = missing.slice(0, maxShown);
  return [
    `Marked as missing, and not counted: the service no longer has ${counted(missingRows, 'stored row')}`,
    ...shown.map(
      (row) =>
        `  ${formatRowKey(row)}: ${row.amount} ${printable(row.currencyCode, 60)} in the smallest unit, ` +
        `net ${row.publisherNetAmountUsd} US cents, since ${row.missingSince}`,
    ),
    ...renderMore(missingRows - shown.length),
  ];
}
