import { grouped } from '../grouped.ts';
import { formatUsd } from './format-money.ts';
import type { Group } from './groups.ts';
import type { ChartData } from './report-document.ts';

/** Bars side by side; columns of time are all shown. */
const maxBars = 10;

/** Returns the chart of the net of groups; `undefined` if there are none. */
export function describeChart(
  kind: ChartData['kind'],
  title: string,
  groups: readonly Group[],
): ChartData | undefined {
  const all = groups.map(({ key, sums }) => ({ label: key, cents: sums.sum('publisherNetAmountUsd') }));
  const bars = kind === 'columns' ? all : all.slice(0, maxBars);
  const [first] = bars;
  if (!first) return undefined;
  const highest = bars.reduce((a, b) => (b.cents > a.cents ? b : a), first);
  const lowest = bars.reduce((a, b) => (b.cents < a.cents ? b : a), first);
  const description = [
    `Bar chart of publisherNetAmountUsd in US dollars.`,
    bars.length < all.length && `The first ${bars.length} of ${grouped(all.length)}.`,
    `Highest: ${highest.label}, ${formatUsd(highest.cents)}.`,
    `Lowest: ${lowest.label}, ${formatUsd(lowest.cents)}.`,
    'The table below has all figures.',
  ];
  return { kind, title, description: description.filter((line) => line !== false).join(' '), bars };
}
