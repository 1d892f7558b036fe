import { html, type Markup } from '../../../../shared/html/markup.ts';
import { formatUsd } from '../../../terminal/format.ts';
import type { ChartData } from '../report-document.ts';

/** Labels below columns: a phone has room for no more. */
const maxLabels = 5;
/** Columns from one label to the next: weeks of days, quarters and years of months. */
const steps = { day: [1, 2, 7, 14, 28], month: [1, 2, 3, 6, 12] } as const;

/** Formats a tick of the axis: `$1.5K`. */
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** The values that an axis shows, in US cents: the first and the last are its ends. */
type Ticks = readonly number[];

/** Returns a chart, which the style sheet draws at any width. Only a length is a floating-point number. */
export function renderChart(chart: ChartData, id: string): Markup {
  const draw = chart.kind === 'columns' ? renderColumns : renderBars;
  return html`<div
    class="chart ${chart.kind}"
    role="img"
    aria-labelledby="${id}-title"
    aria-describedby="${id}-desc"
  >
    <span hidden id="${id}-title">${chart.title}</span
    ><span hidden id="${id}-desc">${chart.description}</span>
    ${draw(chart)}
  </div>`;
}

function renderBars({ bars }: ChartData): Markup {
  // All others together may be more than the largest: a bar of them would make the rest small.
  const [single, others] = [bars.filter((bar) => !bar.others), bars.filter((bar) => bar.others)];
  const values = single.map(({ cents }) => Number(cents));
  const ends = [Math.min(0, ...values), Math.max(0, ...values)];
  return html`<ol>
      ${single.map(
        ({ label, cents }) =>
          html`<li>
            <span class="label"><bdi>${label}</bdi></span
            ><span class="track">${renderValue(cents, ends)}</span
            ><span class="sum">${formatUsd(cents)}</span>
          </li> `,
      )}
    </ol>
    ${others.map(({ label, cents }) => html`<p class="others">${label}: ${formatUsd(cents)}</p>`)}`;
}

function renderColumns({ bars }: ChartData): Markup {
  const ticks = ticksOf(bars.map(({ cents }) => Number(cents)));
  const least = Math.ceil(bars.length / maxLabels);
  const unit = /^\d/.test(bars[0]?.label ?? '') ? 'day' : 'month';
  const every = steps[unit].find((step) => step >= least) ?? least;
  const renderLabel = (label: string, index: number): Markup | string => {
    if (index % every > 0) return '';
    // The title of the page has the year.
    const text = label.replace(/^(\d+ \w+) \d+$/, '$1');
    // A label takes up to a seventh of a phone's width.
    const isAtEnd = bars.length - index < bars.length / 7;
    return html`<span class="label${isAtEnd ? ' end' : ''}">${text}</span>`;
  };
  return html`<div class="ticks">
      ${ticks.map((value) => html`<span style="--at:${placeOf(value, ticks)}"><b>${dollars.format(value / 100)}</b></span>`)}
    </div>
    <ol>
      ${bars.map(
        ({ label, cents }, index) =>
          html`<li><span class="track">${renderValue(cents, ticks)}</span>${renderLabel(label, index)}</li> `,
      )}
    </ol>`;
}

/** A bar or column, from zero to its value. */
function renderValue(cents: bigint, ticks: Ticks): Markup {
  const [from, to] = cents < 0n ? [Number(cents), 0] : [0, Number(cents)];
  const kind = cents < 0n ? 'below' : 'above';
  return html`<i class="${kind}" style="--from:${placeOf(from, ticks)};--to:${placeOf(to, ticks)}"></i>`;
}

/** Returns where a value is on an axis, as a part of its length. */
function placeOf(value: number, ticks: Ticks): string {
  const [low = 0, high = 0] = [ticks[0], ticks.at(-1)];
  return String(Number(((value - low) / (high - low || 1)).toFixed(4)));
}

/** Returns round figures at equal steps, from the lowest value or zero to the highest. */
function ticksOf(values: readonly number[]): Ticks {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const least = Math.max((high - low) / 4, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step);
}
