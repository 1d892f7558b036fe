import { DateTime, FixedOffsetZone } from 'luxon';

import { instantOf, toTimestamp } from '../../../../client/api/instant.ts';
import type { Problem } from '../../../tables/amounts.ts';
import { CellError, textOf } from '../../../tables/table.ts';
import { UsageError } from '../../../terminal/command-error.ts';
import { quarterMs, TimeZone } from '../../../terminal/time-zone.ts';
import type { DateFormat } from '../config-file.ts';
import type { Calendar } from '../sums/sums.ts';
import { createTranslator, isLanguage } from '../../../tables/month-names.ts';

/** Many rows have the same date; more than these are forgotten. */
const maxRemembered = 10_000;

/** @throws UsageError if the format or the time zone is invalid */
export function createCalendar({ dateFormat, timeZone }: DateFormat): Calendar {
  const zone = zoneOf(timeZone);
  const readText = dateFormat === undefined ? readIso : createDateParser(dateFormat);
  let near: number | undefined;
  const dayOfQuarter = (quarter: number): string => zone.dayOf(quarter * quarterMs);
  // Few files have such names.
  let offsets: ReadonlyMap<string, string> | undefined;
  const withOffset = (text: string): string =>
    text.replace(/(?<=[\d ])[A-Z]{3,5}$/, (name) => {
      offsets ??= zone.offsetNames(new Date().getFullYear());
      return offsets.get(name) ?? name;
    });
  const readString = remember((text: string): string | Problem => {
    const time = readText(text) ?? readText(withOffset(text));
    if (time === undefined) return unreadable(text, dateFormat);
    if (time.isYearless && near !== undefined) {
      const dated = inYearNear(time.milliseconds, near);
      return dated === undefined ? unreadable(text, dateFormat) : dayOfClock(dated, zone, text);
    }
    if (time.isInstant) return zone.dayOf(time.milliseconds);
    return dayOfClock(time.milliseconds, zone, text);
  });
  return {
    dayOfQuarter,
    withOffset: (date) => (typeof date === 'string' ? withOffset(date.trim()) : date),
    setRange: (first, last) => (near = ((first + last) / 2) * quarterMs),
    readDay: (cell) => {
      if (cell instanceof CellError) return { reason: 'cells', message: `the date: ${cell.message}` };
      if (cell instanceof Date) return dayOfClock(cell.getTime(), zone, textOf(cell));
      if (typeof cell !== 'number' || dateFormat !== undefined) return readString(textOf(cell).trim());
      return dayOfClock(timeOfSerial(cell), zone, textOf(cell));
    },
  };
}

function remember<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size === maxRemembered) known.clear();
    const value = find(key);
    known.set(key, value);
    return value;
  };
}

/** @throws UsageError if the zone is unknown */
function zoneOf(name: string): TimeZone {
  try {
    return new TimeZone(name);
  } catch {
    throw new UsageError(
      `--time-zone: ${JSON.stringify(name)} is unknown; use a name such as Europe/Berlin, or an offset such as UTC+1`,
    );
  }
}

/** A time that was read. */
interface ReadTime {
  /** Since the epoch: of an instant, or of a clock as if it were in UTC. */
  readonly milliseconds: number;
  /** Whether it has an offset from UTC. */
  readonly isInstant: boolean;
  /** Whether it has no year, and so is in {@link leapYear}. */
  readonly isYearless?: boolean;
}

/** A year that has every day. */
const leapYear = 2000;

/** Returns a time without a year in the year in which it is nearest to another time; `undefined` if that has no such day. */
function inYearNear(milliseconds: number, near: number): number | undefined {
  const year = new Date(near).getUTCFullYear();
  const candidates = [year - 1, year, year + 1].map((one) => {
    const date = new Date(milliseconds);
    date.setUTCFullYear(one);
    return date;
  });
  const distance = (date: Date): number => Math.abs(date.getTime() - near);
  const nearest = candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return nearest.getUTCDate() === new Date(milliseconds).getUTCDate() ? nearest.getTime() : undefined;
}

/** A date alone is the start of its day; a space may separate the time, and its zone. */
function readIso(text: string): ReadTime | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text}T00:00`
    : text
        .replace(/^([\d-]{10}) /, '$1T')
        .replace(/ ?(?:UTC|GMT|Z)$/i, 'Z')
        .replace(
          /^([^:]*:[^+-]*?) ?([+-]\d\d)(?::?(\d\d))?$/,
          (_, time: string, hours: string, minutes = '00') => `${time}${hours}:${minutes}`,
        );
  const milliseconds = Math.floor(instantOf(time) / 1000);
  return Number.isNaN(milliseconds)
    ? undefined
    : { milliseconds, isInstant: /(?:Z|[+-]\d\d:?\d\d)$/i.test(time) };
}

const tokens = /'[^']*'|YYYY|YY|MMM|MM?|ddd|DD?|HH?|hh?|mm?|ss?|A|T|[^A-Za-z]|([A-Za-z]+)/g;
/** An offset from UTC, which ends a format. */
const offsetToken = /ZZ$/;
const offsetPattern = /(?:Z|UTC|GMT|([+-])(\d\d):?(\d\d))$/i;

/**
 * Returns a parser of dates in a format such as `DD.MM.YYYY HH:mm`, in one whose months are named in a language, `de: D. MMM
 * YYYY`, or of the days that Excel counts.
 *
 * @throws UsageError if the format is invalid
 */
export function createDateParser(format: string): (text: string) => ReadTime | undefined {
  if (format === excel) return readSerial;
  const [, language, inEnglish = ''] = /^(\w+): (.*)$/.exec(format) ?? [];
  if (language === undefined) return createFormatParser(format);
  if (!isLanguage(language) || !inEnglish.includes('MMM')) {
    throw new UsageError(
      '--date-format: before a colon must be a language, and MMM after it: "de: DD. MMM YYYY"',
    );
  }
  const parse = createFormatParser(inEnglish);
  const translate = createTranslator(language, inEnglish.includes('MMM.'));
  return (text) => {
    const translated = translate(text);
    return translated === undefined ? undefined : parse(translated);
  };
}

/** The format of the days that Excel counts. */
export const excel = 'excel';

function readSerial(text: string): ReadTime | undefined {
  if (!/^\d{1,7}(?:[.,]\d+)?$/.test(text)) return undefined;
  return { milliseconds: timeOfSerial(Number(text.replace(',', '.'))), isInstant: false };
}

function createFormatParser(format: string): (text: string) => ReadTime | undefined {
  const used = new Set<string>();
  const hasOffset = offsetToken.test(format);
  const translated = format.replace(offsetToken, '').replaceAll(tokens, (token, unknown?: string) => {
    if (unknown !== undefined || token === "'") {
      throw new UsageError(
        `--date-format: ${JSON.stringify(token)} is unknown; use YYYY or YY, MM, M or MMM (Oct), DD or D, HH, H, hh or h, ` +
          'mm, ss, A for AM or PM, ddd for Mon, ZZ at the end for +0200, and quotes around other text',
      );
    }
    if (token.startsWith("'")) return token;
    if (token === 'ddd') return 'EEE';
    used.add(token.charAt(0));
    if (token === 'T') return "'T'";
    return token.replace('A', 'a').replaceAll('Y', 'y').replaceAll('D', 'd');
  });
  if (!['M', 'D'].every((part) => used.has(part))) {
    throw new UsageError(
      '--date-format: must have a month and a day, and a year if it is written, for example DD.MM.YYYY; mm is the minute',
    );
  }
  const isYearless = !used.has('Y');
  // Names of months are in English, whatever the language of this machine.
  const parser = DateTime.buildFormatParser(`${translated}${isYearless ? ' yyyy' : ''}`, { locale: 'en-US' });
  return (text) => {
    const [found, sign, hours = '0', minutes = '0'] = (hasOffset && offsetPattern.exec(text)) || [];
    if (hasOffset && found === undefined) return undefined;
    const local = found === undefined ? text : text.slice(0, -found.length);
    const time = DateTime.fromFormatParser(isYearless ? `${local} ${leapYear}` : local, parser, {
      zone: FixedOffsetZone.utcInstance,
      locale: 'en-US',
    });
    if (!time.isValid) return undefined;
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
    return { milliseconds: time.toMillis() - offset, isInstant: hasOffset, isYearless };
  };
}

/** The day that a clock shows. It is certain even if the clock shows the time twice, when it is set back. */
function dayOfClock(milliseconds: number, zone: TimeZone, text: string): string | Problem {
  const year = new Date(milliseconds).getUTCFullYear();
  if (!(year >= 1000 && year <= 9999)) return unreadable(text, undefined);
  // A date alone is no time: some zones set their clocks forward at midnight.
  if (milliseconds % (96 * quarterMs) !== 0 && !zone.shows(milliseconds)) {
    const message = `the time ${JSON.stringify(text)} does not exist in ${zone.name}, where clocks are set forward then: check --time-zone`;
    return { reason: 'dates', message };
  }
  return toTimestamp(milliseconds * 1000).slice(0, 10);
}

/** A workbook stores a date as the days since 30 December 1899. */
function timeOfSerial(days: number): number {
  return Math.round(days * 96 * quarterMs) + Date.UTC(1899, 11, 30);
}

function unreadable(text: string, format: string | undefined): Problem {
  const form = format === undefined ? 'must be in ISO 8601' : `must be in the form ${format}`;
  return { reason: 'dates', message: `the date ${JSON.stringify(text)} ${form}` };
}
