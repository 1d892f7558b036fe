import { excel } from './dates.ts';
import { languagesOf } from '../../../tables/month-names.ts';

/** A weekday, a date, a time and an offset, of which only the date has to be there. */
const dateShape = new RegExp(
  [
    '^(?<weekday>[A-Za-z]{3},? )?',
    '(?:(?<named>[A-Za-z]{3} \\d{1,2}, \\d{4})|\\d{1,4}(?<separator>[./ -]|)(?:\\d{1,2}|[A-Za-z]{3})\\k<separator>\\d{2,4})',
    '(?:(?<between>,? |T)(?<clock>\\d{1,2}:\\d\\d)(?<seconds>:\\d\\d)?(?<half> [AP]M)?)?',
    '(?<offset> ?(?:[+-]\\d\\d:?\\d\\d|UTC|GMT|Z))?$',
  ].join(''),
  'i',
);

/** A day, the name of a month in any language, a year and a time. */
const namedShape =
  /^(?<day>\d{1,2})(?<first>\.? ?| de |[-/])(?<name>\p{L}[\p{L}\p{M}]{2,})(?<second>\.? | de |[./-])(?<year>\d{4}|\d\d)(?<clock> \d\d?:\d\d(?<seconds>:\d\d)?)?$/u;

/** Days of Excel from 2000 to 2099, with a time or without. */
const serial = /^(?:3[67]|[4-6]\d|7[0-2])\d{3}(?:[.,]\d+)?$/;

/** Returns the formats that dates of these shapes may have. */
export function dateFormats(dates: readonly string[]): readonly string[] {
  const filled = dates.filter((text) => text !== '');
  if (filled.every((text) => serial.test(text))) return [excel];
  return [...numericFormats(filled), ...languageFormats(filled)];
}

/** The names of months must be those of one language, and not the short ones of English, which need none. */
function languageFormats(dates: readonly string[]): readonly string[] {
  const shapes = dates.flatMap((text) => {
    const groups = namedShape.exec(text)?.groups;
    return groups === undefined ? [] : [groups];
  });
  const [shape] = shapes;
  if (shape === undefined || shapes.length < dates.length) return [];
  const { first = '', second = '', year = '', clock = '', seconds } = shape;
  const isPadded = shapes.every(({ day = '' }) => day.length === 2);
  const inQuotes = (text: string): string => text.replace('de', "'de'");
  // A period belongs to the name, unless it separates.
  const between = second === '.' ? second : second.replace('.', '');
  const time =
    clock === '' ? '' : ` ${/^ \d:/.test(clock) ? 'H' : 'HH'}:mm${seconds === undefined ? '' : ':ss'}`;
  const date = `${isPadded ? 'DD' : 'D'}${inQuotes(first)}MMM${inQuotes(between)}${year.length === 4 ? 'YYYY' : 'YY'}${time}`;
  const names = [...new Set(shapes.map(({ name = '' }) => name))];
  const languages = languagesOf(names);
  const isShortEnglish = languages.includes('en') && names.every(({ length }) => length === 3);
  return isShortEnglish ? [] : languages.map((language) => `${language}: ${date}`);
}

/** The parts of a date in each order, with the short names of months in English. */
function numericFormats(dates: readonly string[]): readonly string[] {
  const isPadded = !dates.some((text) => /(?:^|[./-])\d(?:[./ -]|$)/.test(text));
  const isHourPadded = dates.some((text) => / 0\d:/.test(text));
  const formats = dates.flatMap((text) => {
    const { groups } = dateShape.exec(text) ?? {};
    if (groups === undefined) return [];
    const { weekday = '', named, separator = '', between = '', clock, seconds, half, offset } = groups;
    const hours = half === undefined ? 'H' : 'h';
    const written = `${between}${isHourPadded ? hours : ''}${hours}:mm${seconds ? ':ss' : ''}${half ? ' A' : ''}`;
    const zone = offset === undefined ? '' : offset.startsWith(' ') ? ' ZZ' : 'ZZ';
    const rest = (clock === undefined ? '' : written) + zone;
    const day = isPadded ? 'DD' : 'D';
    const month = /\d[./ -]?[A-Za-z]{3}/.test(text) ? 'MMM' : isPadded ? 'MM' : 'M';
    const year = /\d{4}/.test(text) ? 'YYYY' : 'YY';
    const orders = [
      [day, month, year],
      [month, day, year],
      [year, month, day],
    ];
    const dates = named === undefined ? orders.map((parts) => parts.join(separator)) : ['MMM D, YYYY'];
    return dates.map((date) => weekday.replace(/[A-Za-z]+/, 'ddd') + date + rest);
  });
  return [...new Set(formats)];
}
