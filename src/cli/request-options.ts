import { clearLine, cursorTo } from 'node:readline';

import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import type { ClientOptions } from '../client/options/client-options.ts';
import type { RetryEvent } from '../client/options/hooks.ts';
import { formatDuration } from './format.ts';
import { addServiceFlags } from './flags.ts';
import { writeLine } from './log-line.ts';
import { duration, zeroOr } from './parsers.ts';

/** The options of a client that its flags set: how often it sends requests, and how long it waits for a response. */
export type Limits = Pick<
  ClientOptions,
  'rateLimit' | 'maxConcurrency' | 'timeout' | 'totalTimeout' | 'retry' | 'hooks'
>;

const retryForFlag = new Option(
  '--retry-for <duration>',
  'how long to retry reads that fail: 90s, 1h, or 0 for not at all (default 5m)',
)
  .env('PUBLISHER_RETRY_FOR')
  .argParser((value) => (value === '' ? undefined : zeroOr(duration(1))(value)));

const timeoutFlag = new Option('--timeout <duration>', 'longest wait for a response (default 30s)').argParser(
  duration(1),
);

/** Adds the flags that say how long to wait for a service that fails or is slow. */
export function addPatienceFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command.addOption(retryForFlag).addOption(timeoutFlag);
}

/** Adds the flags of a command that reads from the service without a person watching. */
export function addBatchFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return addServiceFlags(addPatienceFlags(command));
}

/** The flags that set these options; a command lacks some of them. */
export interface RequestFlags extends Pick<ClientOptions, 'rateLimit' | 'maxConcurrency'> {
  readonly retryFor?: number | undefined;
  readonly timeout?: number | undefined;
  readonly quiet?: boolean | undefined;
}

const defaults = { retryFor: 300_000, timeout: 30_000 };

/** Returns the options of a client of a command that reads without a person watching; it says so while reads are retried. */
export function limitsOf({ rateLimit, maxConcurrency, quiet = false, ...given }: RequestFlags): Limits {
  const { retryFor = defaults.retryFor, timeout = defaults.timeout } = given;
  return {
    rateLimit,
    maxConcurrency,
    timeout,
    // Before the first failure, and after the last wait, an attempt may take its whole time.
    totalTimeout: Math.max(retryFor + 2 * timeout, 4 * timeout),
    retry: { readsFor: retryFor },
    hooks: quiet || retryFor === 0 ? {} : { onRetry: saysRetry(retryFor) },
  };
}

/** Repetitions of the same outage are not worth a line, in milliseconds. */
const quietTime = 60_000;

/** Returns a function that says that the service fails, once a minute; not for a failure that a second attempt cures. */
function saysRetry(retryFor: number): (event: RetryEvent) => void {
  let last = -Infinity;
  return ({ attempt, delay, status, error }) => {
    const now = performance.now();
    if ((attempt < 3 && delay < 2000) || now - last < quietTime) return;
    last = now;
    const what = status === undefined ? (causes[error] ?? error) : `the service responded ${status}`;
    const next = delay < 2000 ? 'trying again' : `trying again in ${formatDuration(Math.ceil(delay / 1000))}`;
    const { stderr } = process;
    if (stderr.isTTY) {
      // The bar of the progress is drawn again below.
      cursorTo(stderr, 0);
      clearLine(stderr, 0);
    }
    writeLine(`${what}: ${next}, for up to ${formatDuration(retryFor / 1000)} (--retry-for)`, 'warn');
  };
}

const causes: Readonly<Record<string, string>> = {
  connection: 'the service cannot be reached',
  timeout: 'no complete response in time',
};
