import { printable } from '../../../client/errors/printable.ts';
import type { LeaseHolder } from '../../../postgres/index.ts';
import type { FailedJob } from '../../../postgres/queue.ts';
import { counted, formatDuration } from '../../terminal/format.ts';
import { writeLine } from '../../terminal/log-line.ts';
import type { DatabaseFlags } from './read-flags.ts';

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
