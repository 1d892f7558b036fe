import { printable } from '../../errors/printable.ts';
import type { FailedJob } from '../../postgres/index.ts';
import { counted } from './counted.ts';

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
