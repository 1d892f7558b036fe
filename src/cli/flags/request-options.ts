import { clearLine, cursorTo } from 'node:readline';

import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import { ApiError } from '../../client/errors/index.ts';
import type { ClientOptions } from '../../client/options/client-options.ts';
import { explainServiceError } from '../terminal/command-error.ts';
import { formatDuration } from '../terminal/format.ts';
import { writeLine } from '../terminal/log-line.ts';
import { addServiceFlags } from './flags.ts';
import { durationParser, zeroOr } from './parsers.ts';

/** The options of a client that its flags set: how often it sends requests, and how long it waits for a response. */
export type Limits = Pick<ClientOptions, 'rateLimit' | 'maxConcurrency' | 'timeout' | 'retry' | 'hooks'>;

/** Of a command that sends no requests, for its database. */
export const retryForFlag = new Option(
  '--retry-for <duration>',
  'how long to retry reads that fail: 90s, 1h, or 0 for not at all (default 5m)',
)
  .env('PUBLISHER_RETRY_FOR')
  .argParser((value) => (value === '' ? undefined : zeroOr(durationParser(1))(value)));

const timeoutFlag = new Option('--timeout <duration>', 'longest wait for a response (default 30s)').argParser(
  durationParser(1),
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

/** In milliseconds. */
export const defaultRetryFor = 300_000;
const defaultTimeout = 30_000;

/** Returns the options of a client of a command that reads without a person watching; it says so while reads are retried. */
export function clientOptionsOf({
  rateLimit,
  maxConcurrency,
  quiet = false,
  ...given
}: RequestFlags): Limits {
  const { retryFor = defaultRetryFor, timeout = defaultTimeout } = given;
  const say = saysRetry(retryFor, quiet);
  return {
    rateLimit,
    maxConcurrency,
    timeout,
    retry: { readsFor: retryFor },
    hooks: {
      onRetry: ({ attempt, delay, failure }) => {
        // A second attempt cures most failures.
        if (attempt < 3 && delay < longDelay) return;
        const what =
          failure instanceof ApiError
            ? `the service responded ${failure.status}`
            : explainServiceError(failure);
        say(what, delay);
      },
    },
  };
}

/** Repetitions of the same outage are not worth a line, in milliseconds. */
const quietTime = 60_000;

/** A wait that people notice, in milliseconds. */
const longDelay = 2000;

/** Returns a function that says what fails and is retried, once a minute; nothing with `--quiet`. */
export function saysRetry(retryFor: number, quiet: boolean): (what: string, delay?: number) => void {
  let last = -Infinity;
  return (what, delay = 0) => {
    const now = performance.now();
    if (quiet || retryFor === 0 || now - last < quietTime) return;
    last = now;
    const next =
      delay < longDelay ? 'trying again' : `trying again in ${formatDuration(Math.ceil(delay / 1000))}`;
    const { stderr } = process;
    if (stderr.isTTY) {
      // The bar of the progress is drawn again below.
      cursorTo(stderr, 0);
      clearLine(stderr, 0);
    }
    writeLine(`${what}: ${next}, for up to ${formatDuration(retryFor / 1000)} (--retry-for)`, 'warn');
  };
}
