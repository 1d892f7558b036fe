const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a UTC day in words: `1 October 2026`. */
function formatDay(date: string): string {
  return longDay.format(new Date(date));
}

/** Formats a UTC day, or a month such as `2026-10`, for a table: `1 Oct 2026`, `Oct 2026`. */
export function formatShortDay(date: string): string {
  const [month, year] = ['month', 'year'].map((part) =>
    new Date(date).toLocaleDateString('en-US', {
      [part]: part === 'month' ? 'short' : 'numeric',
      timeZone: 'UTC',
    }),
  );
  const [, , day] = date.split('-');
  return `${day === undefined ? '' : `${Number(day)} `}${month} ${year}`;
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
export function formatRange({ startDate, endDate }: TimeRange): string {
  const [start, end] = [new Date(startDate), new Date(endDate)];
  if ([start, end].some((date) => !date.toISOString().endsWith('T00:00:00.000Z'))) {
    return `${formatMoment(startDate).replace(' UTC', '')} to ${formatMoment(endDate).replace(' UTC', '')}`;
  }
  const lastDay = new Date(end.getTime() - 1);
  return longDay
    .formatRange(start, lastDay)
    .replace(/^(\d+)\s–\s/, '$1–')
    .replaceAll('\u2009', ' ');
}

/** Formats a range as {@link formatRange}, and a whole UTC month by its name: `October 2026`. */
export function formatPeriod({ startDate, endDate }: TimeRange): string {
  const start = new Date(startDate);
  const nextMonth = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  const isMonth = start.toISOString().endsWith('-01T00:00:00.000Z') && nextMonth === Date.parse(endDate);
  return isMonth ? formatDay(startDate).replace(/^1 /, '') : formatRange({ startDate, endDate });
}
