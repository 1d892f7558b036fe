import { type Command, Option } from 'commander';

import type { ClientOptions } from '../client/options/client-options.ts';
import { UsageError } from './command-error.ts';

/** Adds the flags that select a range of time; `verb` says what is done with it. */
export function addRangeFlags(command: Command, verb: string): Command {
  return command
    .addOption(
      new Option('--month <month>', `UTC month to ${verb}: YYYY-MM, last or this`).conflicts([
        'start',
        'end',
      ]),
    )
    .option('--start <time>', 'start of the range, included: ISO 8601 with Z or an offset, or a date')
    .option('--end <time>', 'end of the range, excluded');
}

/** Adds the flag that selects the service. */
export function addEnvironmentFlag(command: Command): Command {
  return command.addOption(
    new Option(
      '--environment <name>',
      'environment of the service (default: PUBLISHER_ENVIRONMENT, else production)',
    ).choices(['production', 'sandbox']),
  );
}

/** Adds the flags that limit requests. */
export function addLimitFlags(command: Command): Command {
  return command
    .option('--rate-limit <number>', 'requests per minute of this process (default: no limit)')
    .option('--max-concurrency <number>', 'requests of this process at the same time (default: no limit)');
}

/** The limits of a client. */
export type Limits = Pick<ClientOptions, 'rateLimit' | 'maxConcurrency'>;

/** Reads the flags that limit requests, as options of the client. @throws UsageError naming the flag */
export function readLimits(flags: {
  readonly rateLimit?: string | undefined;
  readonly maxConcurrency?: string | undefined;
}): Limits {
  const requestsPerMinute = readInteger('rate-limit', flags.rateLimit, { min: 1 });
  return {
    rateLimit: requestsPerMinute === undefined ? undefined : { requestsPerMinute },
    maxConcurrency: readInteger('max-concurrency', flags.maxConcurrency, { min: 1 }),
  };
}

/** Adds the flags of the output. */
export function addOutputFlags(command: Command): Command {
  return addJsonFlag(command).option('--quiet', 'print errors only');
}

/** Adds the flag for JSON alone, where the output is all that a command is for. */
export function addJsonFlag(command: Command): Command {
  return command.option('--json', 'print the result, or the error, as JSON');
}

/** Adds the flag for a file of environment variables. */
export function addEnvFileFlag(command: Command): Command {
  return command.option(
    '--env-file <file>',
    'read environment variables from this file; variables already set take precedence',
  );
}

/**
 * Sets the environment variables of a file; variables that are already set take precedence.
 *
 * @throws UsageError if it cannot be read.
 */
export function loadEnvFile(path: string): void {
  try {
    process.loadEnvFile(path);
  } catch {
    throw new UsageError(`--env-file: ${path} cannot be read`);
  }
}

/**
 * Reads the value of a flag as an integer; `undefined` if the flag is missing.
 *
 * @throws UsageError naming the flag.
 */
export function readInteger(
  flag: string,
  value: string | undefined,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number } = {},
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new UsageError(`--${flag}: must be an integer ${range}`);
}

/** The flag that sets an option: `seedFile` is set by `--seed-file`. */
export function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
