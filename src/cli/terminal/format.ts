import { styleText } from 'node:util';

import { printableLines } from '../../client/errors/printable.ts';
import { type TimeZone, utc } from './time-zone.ts';

/** Returns an integer, or an exact decimal, with its digits in groups, for people: 10000 as `10,000`. */
export function grouped(value: number | bigint | string): string {
  return String(value).replace(/\d+/, (integer) => integer.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));
}

/** Returns a number with its noun: `1 job`, `10,000 jobs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the first names of a list, and how many more there are: `a, b and 7 more`. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${grouped(names.length - most)} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}

/** Returns a duration in seconds for people, in two units at most: 5025 as `1 h 23 min`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns the decimal of an integer without its point, with a number of decimals: -5 with 2 as `-0.05`. */
export function withPoint(unscaled: bigint, decimals: number): string {
  const units = String(unscaled < 0n ? -unscaled : unscaled).padStart(decimals + 1, '0');
  const point = units.length - decimals;
  const fraction = decimals === 0 ? '' : `.${units.slice(point)}`;
  return `${unscaled < 0n ? '-' : ''}${units.slice(0, point)}${fraction}`;
}

/** The decimals of US dollars. */
export const usdDigits = 2;

/**
 * Formats an amount in the smallest unit with grouped digits: `-1,234.56`. The unit is added if the decimals of its
 * currency are not known.
 */
export function formatMoney(amount: bigint, digits: number | undefined): string {
  return digits === undefined ? `${grouped(amount)} smallest units` : grouped(withPoint(amount, digits));
}

/** Formats US cents: `-$1,234.56`. */
export function formatUsd(cents: bigint): string {
  return formatMoney(cents, usdDigits).replace(/^(-?)/, '$1$$');
}

/** Returns a net amount in US cents as a line for a terminal: `Net 1,234.56 USD`. */
export function describeNet(cents: bigint): string {
  return `Net ${formatMoney(cents, usdDigits)} USD`;
}

/** The two figures that a percentage divides. */
export interface Share {
  readonly numerator: bigint;
  /** At least 0; there is no percentage of 0. */
  readonly denominator: bigint;
}

/** Formats a share as a percentage with two decimals, rounded half away from zero; `n/a` if there is nothing to divide by. */
export function formatShare(share: Share): string {
  const hundredths = hundredthsOf(share);
  return hundredths === undefined ? 'n/a' : `${formatMoney(hundredths, 2)}%`;
}

/** Returns a share in hundredths of a percent, rounded half away from zero; `undefined` if there is nothing to divide by. */
export function hundredthsOf({ numerator, denominator }: Share): bigint | undefined {
  if (denominator <= 0n) return undefined;
  const sign = numerator < 0n ? -1n : 1n;
  return (sign * (20_000n * sign * numerator + denominator)) / (2n * denominator);
}

const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a day in words: `1 October 2026`. */
export function formatDay(date: string): string {
  return longDay.format(new Date(date));
}

/** Formats a UTC day, or a month such as `2026-10`, for a table: `1 Oct 2026`, `Oct 2026`. */
export function formatShortDay(date: string): string {
  const moment = new Date(date);
  const [, , day] = date.split('-');
  return `${day === undefined ? '' : `${Number(day)} `}${shortMonth.format(moment)} ${moment.getUTCFullYear()}`;
}

/** Formats a moment in UTC, without its seconds: `22 November 2026, 11:28 UTC`. */
export function formatMoment(date: string): string {
  const iso = new Date(date).toISOString();
  return `${formatDay(iso)}, ${iso.slice(11, 16)} UTC`;
}

/** A range of time, whose end is excluded. */
export interface TimeRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** Formats a range by its days, the last included one too: `1–31 October 2026`; with times, if it is not of whole days. */
export function formatRange(range: TimeRange, zone = utc): string {
  const [start, end] = [range.startDate, range.endDate].map((date) => Date.parse(date)) as [number, number];
  if (!isWholeDays(range, zone)) {
    const [from, to] = [start, end].map((moment) => {
      const [day = '', time = ''] = zone.clockOf(moment).split(' ');
      return `${formatDay(day)}, ${time}`;
    });
    return `${from} to ${to}`;
  }
  return longDay
    .formatRange(new Date(zone.dayOf(start)), new Date(zone.dayOf(end - 1)))
    .replace(/^(\d+)\s–\s/, '$1–')
    .replaceAll('\u2009', ' ');
}

/** Whether a range begins and ends with a day. */
export function isWholeDays({ startDate, endDate }: TimeRange, zone: TimeZone): boolean {
  return [startDate, endDate]
    .map((date) => Date.parse(date))
    .every((moment) => zone.startOf(zone.dayOf(moment)) === moment);
}

/** Formats a range as {@link formatRange}, and a whole month by its name: `October 2026`. */
export function formatPeriod(range: TimeRange, zone = utc): string {
  const [first, next] = [range.startDate, range.endDate].map(
    (date) => new Date(zone.dayOf(Date.parse(date))),
  ) as [Date, Date];
  const isMonth =
    first.getUTCDate() === 1 && Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1) === next.getTime();
  return isMonth && isWholeDays(range, zone)
    ? formatDay(first.toISOString()).replace(/^1 /, '')
    : formatRange(range, zone);
}

/** Returns arguments quoted for a shell. */
export function shellQuoted(...args: readonly string[]): string {
  const quoted = args.map((arg) =>
    /^[\w./:@%+=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`,
  );
  return quoted.join(' ');
}

/** Returns a line that runs this command. */
export function commandLine(...args: readonly string[]): string {
  return `publisher-commerce ${shellQuoted(...args)}`;
}

/** Returns a warning in amber, if the stream is a terminal with colours. */
export function warningStyle(text: string, stream: NodeJS.WritableStream): string {
  return styleText('yellow', text, { stream });
}

const escape = '\u001B';
/** What {@link warningStyle} adds. */
const styles = new RegExp(`(${escape}\\[3[39]m)`);

/** Returns a line as it is printed: control characters, such as those in the name of a file, are shown and have no effect. */
export function printedLine(line: string): string {
  return line
    .split(styles)
    .map((part) => (styles.test(part) ? part : printableLines(part)))
    .join('');
}
