import { randomFrom } from '../../support/random.ts';

const hour = 3_600_000;

/** First moment of the ledger's first month. */
export const start = Date.parse('2026-10-01T00:00:00Z');

/** Length of a month in ms; the ledger's next month begins right after it. */
export const month = 31 * 24 * hour;

/** Rows at which a measured range may end: no two rows on both sides of it share a timestamp. */
const granularity = 50;

/** Sales that multiply the traffic: hour of the month, hours it lasts, factor. */
const sales = [
  [4 * 24 + 17, 3, 6],
  [9 * 24 + 12, 24, 2],
  [16 * 24 + 18, 2, 15],
  [24 * 24, 48, 2.5],
  [29 * 24 + 20, 1, 25],
] as const;

/** The timestamps of a month of traffic in ms, ascending: by day and night, weekday, noise and sales. */
export function monthOfTraffic(rows: number): Float64Array {
  const random = randomFrom(7);
  const weights = Array.from(
    { length: month / hour },
    (_, index) => weightOf(index) * (0.8 + 0.4 * random()),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const times = new Float64Array(rows);
  let filled = 0;
  let weightSoFar = 0;
  for (const [index, weight] of weights.entries()) {
    weightSoFar += weight;
    const until = index === weights.length - 1 ? rows : Math.round((rows * weightSoFar) / total);
    for (let row = filled; row < until; row += 1) times[row] = start + (index + random()) * hour;
    filled = until;
  }
  times.sort();
  for (let row = 0; row < rows; row += 1) {
    const time = Math.floor(times[row] ?? 0);
    const before = times[row - 1] ?? start;
    times[row] = row % granularity === 0 && time <= before && row > 0 ? before + 1 : Math.max(time, before);
  }
  return times;
}

function weightOf(index: number): number {
  const day = Math.floor(index / 24);
  const daylight = 1 + 0.8 * Math.sin(((index % 24) - 11) * (Math.PI / 12));
  const weekend = day % 7 >= 5 ? 1.4 : 1;
  const sale = sales.find(([first, hours]) => index >= first && index < first + hours);
  return daylight * weekend * (sale?.[2] ?? 1);
}
