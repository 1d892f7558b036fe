const millisecondsIn: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** What {@link parseDuration} accepts. */
export const durationRule =
  'must be a positive integer with a unit (ms, s, m, h or d), for example 2s, 90m or 24h';

/** Returns the milliseconds of a duration such as `90m`; `undefined` if it is none. A day is always 24 hours. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d+)(ms|[smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (millisecondsIn.get(unit) ?? 0);
  return milliseconds > 0 && Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}
