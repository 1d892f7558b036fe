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

/** Returns the formats that dates of these shapes may have, with the parts of a date in each order. */
export function dateFormats(dates: readonly string[]): readonly string[] {
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
