import { type Command, Option } from 'commander';

import { dateTimeInput } from '../api/input.ts';
import { utcMonth, type UtcRange } from '../api/utc-range.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { ClientOptions } from '../options/client-options.ts';
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

/** The flags that select a range. */
interface RangeFlags {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly month?: string | undefined;
}

/**
 * Returns the range of `--start` and `--end`, or of `--month`; `undefined` if all are missing.
 *
 * @throws UsageError naming the flag that is missing or invalid.
 */
export function readRange({ start, end, month }: RangeFlags): UtcRange | undefined {
  if (month !== undefined) return readMonth(month);
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined) throw new UsageError('--start: is required with --end');
  if (end === undefined) throw new UsageError('--end: is required with --start');
  const range = { startDate: readTime('--start:', start), endDate: readTime('--end:', end) };
  if (range.endDate <= range.startDate) throw new UsageError('--end: must be after --start');
  return range;
}

function readMonth(month: string): UtcRange {
  try {
    return utcMonth(month);
  } catch (error) {
    throw error instanceof ConfigurationError ? new UsageError(`--month: ${error.rule}`) : error;
  }
}

/**
 * Reads a date, or a date and time, and returns it in ISO 8601 in UTC with milliseconds; a date is its first moment in
 * UTC.
 *
 * @param name What is read, for the error: `--start:`.
 * @throws UsageError if it is neither, or finer than a millisecond.
 */
export function readTime(name: string, value: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value;
  const parsed = dateTimeInput.safeParse(time);
  if (!parsed.success) {
    throw new UsageError(
      `${name} must be a real date and time in ISO 8601 with seconds and Z or an offset such as +02:00, or a date: 2026-10-01T00:00:00Z, 2026-10-01`,
    );
  }
  if (/\.\d{3}\d*[1-9]/.test(value)) throw new UsageError(`${name} must not be finer than a millisecond`);
  return new Date(parsed.data).toISOString();
}

const millisecondsIn = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a duration such as `200ms`, `90m`, `24h` or `2d`, and returns it in milliseconds. A day is always 24 hours.
 *
 * @param name The flag with its dashes, or the argument as the help shows it, for the message.
 * @throws UsageError naming it, if the value is not a positive integer and a unit, or is not a safe integer.
 */
export function readDuration(name: string, value: string): number {
  const [, count = '', unit = ''] = /^(\d+)(ms|[smhd])$/.exec(value) ?? [];
  const milliseconds = Number(count) * (isUnit(unit) ? millisecondsIn[unit] : 0);
  if (milliseconds === 0 || !Number.isSafeInteger(milliseconds)) {
    throw new UsageError(
      `${name}: must be a positive integer with a unit (ms, s, m, h or d), for example 2s, 90m or 24h`,
    );
  }
  return milliseconds;
}

function isUnit(unit: string): unit is keyof typeof millisecondsIn {
  return Object.hasOwn(millisecondsIn, unit);
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
