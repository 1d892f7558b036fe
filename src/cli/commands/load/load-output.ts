import { printable } from '../../../client/errors/printable.ts';
import type { LeaseHolder, LoadDifference, LoadVerification } from '../../../postgres/index.ts';
import type { Recount } from '../../../postgres/loads.ts';
import type { FailedJob } from '../../../postgres/queue.ts';
import type { Comparison } from '../../../postgres/verify/load-verification.ts';
import { counted, formatDuration, grouped } from '../../terminal/format.ts';
import { writeLine } from '../../terminal/log-line.ts';
import { formatRowKey, renderStoredDifferences } from '../../ledger-files/stored-differences.ts';
import { maxShown, renderMore } from '../../terminal/terminal-table.ts';
import type { DatabaseFlags } from './load-flags.ts';

/** What the service says of a failure may be long. */
const maxMessage = 300;
const maxJobs = 20;

/** The flags that select the tables. */
export type TableFlags = Pick<DatabaseFlags, 'schema' | 'envFile'>;

/** Returns a subcommand to copy, for the same tables. The URL of the database may have a password. */
export function sameTables({ schema, envFile }: TableFlags, subcommand: string): string {
  const flags = [
    ...(schema === undefined ? [] : ['--schema', schema]),
    ...(envFile === undefined ? [] : ['--env-file', /\s/.test(envFile) ? `"${envFile}"` : envFile]),
  ];
  return ['publisher-commerce load', subcommand, ...flags].join(' ');
}

/** Prints failed jobs to stderr, also with `--quiet`; or says that jobs were lost. */
export function printFailedJobs(flags: TableFlags, jobs: readonly FailedJob[]): void {
  for (const line of describeFailedJobs(flags, jobs)) writeLine(line, 'error');
}

function describeFailedJobs(flags: TableFlags, jobs: readonly FailedJob[]): readonly string[] {
  if (jobs.length === 0)
    return [`publisher-commerce: jobs are not done: run ${sameTables(flags, 'work')} again`];
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

/** Returns a function that says for whom the command waits: once for a process, which takes one lease after another. */
export function saysWaiting(say: (line: string) => void): (holder: LeaseHolder) => void {
  let last: LeaseHolder | undefined;
  return (holder) => {
    if (holder.host !== last?.host || holder.pid !== last.pid)
      say(`Waiting for another plan: ${describeHolder(holder)}`);
    last = holder;
  };
}

/** Names a process, for people. */
export function describeHolder({ host, pid, since }: LeaseHolder): string {
  return `pid ${pid} on ${host}, since ${since}`;
}

/** How long a process has run, for people. The clocks of this machine and the database may differ. */
export function describeTime({ since }: LeaseHolder): string {
  return formatDuration(Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000)));
}

const comparisons: Readonly<Record<Comparison, string>> = {
  receipts: 'rows and sums of each day, currency and type, with the receipts of all jobs',
  columns: 'every column of each row, with the row as received',
  counts: 'the number of rows of each day, with the count of the service',
  rows: 'every row and column, with the rows that the service returns now',
};

/** Renders the result for a terminal. */
export function renderLoadVerification(flags: TableFlags, verification: LoadVerification): readonly string[] {
  const { ranges, rows, compared, differences, unlisted, recounts } = verification;
  const agrees = differences.length === 0;
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  const hasOthers = new Set(ranges.map(({ source }) => source)).size > 1;
  const result = agrees
    ? [
        `No difference: ${counted(rows, 'row')}`,
        ...ranges.map(
          ({ source, startDate, endDate, rows: inRange }) =>
            `  ${hasOthers ? `${source}, ` : ''}${startDate} to ${endDate}: ${counted(inRange, 'row')}`,
        ),
      ]
    : [
        'The table differs:',
        ...renderDays(flags, differences, hasOthers),
        ...renderStoredDifferences(differences),
        ...(unlisted > 0 ? [`… and ${counted(unlisted, 'row')} that are not listed`] : []),
      ];
  const isOffline = !compared.includes('counts') && !compared.includes('rows');
  return [
    ...result,
    'Compared:',
    ...compared.map((comparison) => `  ${comparisons[comparison]}`),
    ...(isOffline ? ['Not compared with the service: see load verify --online and --deep'] : []),
    ...recounts.map(renderRecount),
    ...renderMarked(verification),
  ];
}

/** Names the days whose rows or sums differ, and how to make them agree: a recount is of one source. */
function renderDays(
  flags: TableFlags,
  differences: readonly LoadDifference[],
  hasOthers: boolean,
): readonly string[] {
  const ofDays = differences.filter(({ day }) => day !== undefined);
  return [...Map.groupBy(ofDays, ({ source }) => source)].flatMap(([source = '', own]) => {
    const days = [...new Set(own.flatMap(({ day }) => day ?? []))].toSorted();
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const names = days.length <= maxShown ? days.join(', ') : `${days.length} days from ${first} to ${last}`;
    const end = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    const [of, flag] = hasOthers ? [` of ${source}`, ` --source ${source}`] : ['', ''];
    return [
      `  rows or sums of ${names}${of}. If rows were deleted from the table:`,
      `  ${sameTables(flags, `recount --start ${first} --end ${end}${flag}`)}`,
    ];
  });
}

/** A recount in one line: what it found, which the receipts of its days have agreed with since. */
export function renderRecount({ load, startDate, endDate, rows, recountedAt }: Recount): string {
  const found =
    rows < 0
      ? `${counted(-rows, 'row')} had been missing from the table; those that the service has were stored again`
      : `the table had ${rows > 0 ? `${counted(rows, 'row')} more than` : 'other sums than'} its receipts`;
  return `Load ${load} recounted ${startDate} to ${endDate} at ${recountedAt}: ${found}`;
}

function renderMarked({ rows, rowsMarked, marked }: LoadVerification): readonly string[] {
  if (rowsMarked === 0) return [];
  const shown = marked.slice(0, maxShown);
  return [
    `Sums include ${grouped(rowsMarked)} of ${counted(rows, 'row')} that the last read did not find:`,
    ...shown.map(
      (row) =>
        `  ${formatRowKey(row)}: ${row.amount} ${printable(row.currencyCode, 60)} in the smallest unit, ` +
        `net ${row.publisherNetAmountUsd} US cents, since ${row.missingSince}`,
    ),
    ...renderMore(rowsMarked - shown.length),
  ];
}
