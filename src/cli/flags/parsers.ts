import { InvalidArgumentError } from '@commander-js/extra-typings';

import { instantOf, toTimestamp } from '../../client/api/instant.ts';
import { utcMonth, type UtcRange } from '../../client/api/utc-range.ts';
import { ConfigurationError } from '../../client/errors/index.ts';
import {
  canonicalCurrencyDigits,
  type CurrencyDigits,
  currencyDigitsProblem,
} from '../../client/money/currency-digits.ts';
import { durationRule, parseDuration } from '../../shared/parse-duration.ts';

// The parsers of flags. What they throw is the rule, without the flag, which the message begins with. They load no
// library but commander: the help of a command would load it too.

/** Returns the parser of an integer. */
export function integerParser(min = 0, max = Infinity): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`must be an integer ${range}`);
  };
}

/** Parses a string that is not blank. */
export function parseText(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('must not be empty');
}

/** Collects the values of a flag that is repeatable. */
export function parseList(value: string, values: string[] | undefined): string[] {
  return [...(values ?? []), value];
}

/** Returns the parser of a list that is separated by commas, each of this form; a flag that is repeated adds to it. */
export function commaListParser(
  form: RegExp,
  rule: string,
): (value: string, before: readonly string[] | undefined) => readonly string[] {
  return (value, before = []) => {
    const entries = value.split(',').map((entry) => entry.trim());
    if (entries.every((entry) => form.test(entry))) return [...before, ...entries];
    throw new InvalidArgumentError(`must be ${rule}`);
  };
}

/** Parses decimals of currencies, `HUF=0,KWD=2`; an empty list is those of ISO 4217. */
export function parseCurrencyDigits(value: string): CurrencyDigits {
  const entries = value.split(',').map((entry) => /^([^=]+)=(\d)$/.exec(entry.trim()) ?? []);
  const parsed = Object.fromEntries(entries.map(([, code = '', digits]) => [code, Number(digits)]));
  if (value.trim() === '') return {};
  if (Object.keys(parsed).length < entries.length || '' in parsed)
    throw new InvalidArgumentError('must be a list such as HUF=0,KWD=2, with each currency once');
  const problem = currencyDigitsProblem(parsed);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return canonicalCurrencyDigits(parsed);
}

/** A month as it is written, and its range in UTC. */
export interface GivenMonth extends UtcRange {
  readonly month: string;
}

/** Parses a month, `last` or `this`. */
export function parseMonth(value: string): GivenMonth {
  try {
    return { month: value, ...utcMonth(value) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [, number = '', year] = /^(\d\d?)[/.-](\d{4})$/.exec(value) ?? [];
    const meant = year === undefined ? '' : `; did you mean ${year}-${number.padStart(2, '0')}?`;
    throw new InvalidArgumentError(`${error.rule}${meant}`);
  }
}

/**
 * Parses a date, or a date and time with an offset, and returns it in ISO 8601 in UTC with milliseconds; a date is its
 * first moment in UTC.
 */
export function parseTime(value: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT(?!24)[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const instant = instantOf(isTime ? value : `${value}T00:00:00Z`);
  if (Number.isNaN(instant)) {
    throw new InvalidArgumentError(
      'must be a real date and time in ISO 8601 with seconds and Z or an offset such as +02:00, or a date: 2026-10-01T00:00:00Z, 2026-10-01',
    );
  }
  if (/\.\d{3}\d*[1-9]/.test(value)) throw new InvalidArgumentError('must not be finer than a millisecond');
  return toTimestamp(instant);
}

/** Returns the parser of a duration such as `200ms`, `90m`, `24h` or `2d`, in milliseconds. */
export function durationParser(maxDays = Infinity): (value: string) => number {
  return (value) => {
    const milliseconds = parseDuration(value);
    if (milliseconds === undefined) throw new InvalidArgumentError(durationRule);
    if (milliseconds > maxDays * 86_400_000) throw new InvalidArgumentError(`must be up to ${maxDays}d`);
    return milliseconds;
  };
}

/** Returns a parser that also takes `0`. */
export function zeroOr(parse: (value: string) => number): (value: string) => number {
  return (value) => (value === '0' ? 0 : parse(value));
}

/** Returns the parser of a file whose extension, in capital letters or not, says what is written to it. */
export function fileParser(...extensions: readonly string[]): (value: string) => string {
  return (value) => {
    if (extensions.some((extension) => value.toLowerCase().endsWith(extension))) return value;
    throw new InvalidArgumentError(`must end in ${extensions.join(' or ')}`);
  };
}
