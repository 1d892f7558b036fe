import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';

import { utcMonth, type UtcRange } from '../../client/api/utc-range.ts';
import { UsageError } from '../terminal/command-error.ts';
import { TimeZone } from '../terminal/time-zone.ts';
import { envFileFlag } from './env-file.ts';
import { type GivenMonth, integerParser, parseCurrencyDigits, parseMonth, parseTime } from './parsers.ts';

/** The type of the flags that a function declares, as commander infers it. */
export type FlagsOf<Declare extends (command: Command) => { opts: () => OptionValues }> = ReturnType<
  ReturnType<Declare>['opts']
>;

/** Selects the service. */
export const environmentFlag = new Option(
  '--environment <name>',
  'environment of the service (default: PUBLISHER_ENVIRONMENT, else production)',
).choices(['production', 'sandbox']);

const atLeastOne = integerParser(1);

/** Limits requests, as the option of the client. */
export const rateLimitFlag = new Option(
  '--rate-limit <number>',
  'requests per minute of this process (default: no limit)',
).argParser((value) => ({ requestsPerMinute: atLeastOne(value) }));

/** Limits requests, as the option of the client. */
export const maxConcurrencyFlag = new Option(
  '--max-concurrency <number>',
  'requests of this process at the same time (default: no limit)',
).argParser(atLeastOne);

/** Names the ledger, in tables and receipts. */
export const sourceFlag = new Option(
  '--source <name>',
  'whose ledger it is (default: PUBLISHER_SOURCE, else the host of the address)',
)
  .env('PUBLISHER_SOURCE')
  .argParser((name) => (name === '' ? undefined : name));

/** Says how the service counts currencies; `undefined` without it and its variable. */
export const currencyDigitsFlag = new Option(
  '--currency-digits <list>',
  'decimals of currencies that the service counts otherwise than ISO 4217: HUF=0,KWD=2',
)
  .env('PUBLISHER_CURRENCY_DIGITS')
  .argParser(parseCurrencyDigits);

/** Prints JSON. */
export const jsonFlag = new Option('--json', 'print the result, or the error, as JSON');

/** Prints less. */
export const quietFlag = new Option('--quiet', 'print errors only');

/** Adds the flags of a command that calls the service: which one and how often, and what is printed. */
export function addServiceFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .addOption(environmentFlag)
    .addOption(rateLimitFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag);
}

/** Selects a calendar month. */
export function monthFlag(description: string) {
  return new Option('--month <month>', description).conflicts(['start', 'end']).argParser(parseMonth);
}

/** Adds the flags that select a range of time; `verb` says what is done with it. */
export function addRangeFlags<Flags extends OptionValues>(command: Command<[], Flags>, verb: string) {
  return command
    .addOption(monthFlag(`UTC month to ${verb}: YYYY-MM, last or this`))
    .option(
      '--start <time>',
      'start of the range, included: ISO 8601 with Z or an offset, or a date',
      parseTime,
    )
    .option('--end <time>', 'end of the range, excluded', parseTime);
}

/**
 * Returns the range of `--start` and `--end`, or of `--month`; `undefined` if all are missing.
 *
 * @throws UsageError naming the flag that is missing or invalid.
 */
export function rangeOf(flags: {
  readonly month?: GivenMonth | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly timeZone?: TimeZone | undefined;
}): UtcRange | undefined {
  const { month: given, start, end, timeZone } = flags;
  if (timeZone && !given) throw new UsageError('--time-zone: works with --month only');
  if (timeZone && given) return monthIn(timeZone, given.month);
  if (given) return { startDate: given.startDate, endDate: given.endDate };
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined) throw new UsageError('--start: is required with --end');
  if (end === undefined) throw new UsageError('--end: is required with --start');
  checkOrder(start, end);
  return { startDate: start, endDate: end };
}

/** Selects a time zone. */
export function timeZoneFlag(description: string) {
  return new Option('--time-zone <zone>', description).argParser((name) => {
    try {
      return new TimeZone(name);
    } catch {
      throw new InvalidArgumentError('must be a time zone such as Europe/Berlin');
    }
  });
}

/** Returns the range of a month of a zone, as `utcMonth` does for UTC. */
export function monthIn(zone: TimeZone, month: string): UtcRange {
  const { startDate, endDate } = utcMonth(month, new Date(zone.dayOf(Date.now())));
  const at = (date: string): string => new Date(zone.startOf(date.slice(0, 10))).toISOString();
  return { startDate: at(startDate), endDate: at(endDate) };
}

/** @throws UsageError unless a range ends after its start. */
export function checkOrder(start: string, end: string): void {
  if (end <= start) throw new UsageError('--end: must be after --start');
}

/** The flag that sets an option: `seedFile` is set by `--seed-file`. */
export function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
