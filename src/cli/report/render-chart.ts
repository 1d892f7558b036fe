import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import { shorten } from '../../errors/printable.ts';
import { html, Markup, readable } from '../../html/markup.ts';
import { formatRoundedUsd, formatUsd, toDecimal } from '../format.ts';
import type { ChartData } from './report-document.ts';

use([BarChart, GridComponent, SVGRenderer]);

/** Widths in pixels: of the page, and of a phone. A scaled chart would be unreadable on the phone. */
const sizes = {
  wide: { width: 1056, columnsHeight: 300, labelLength: 32, ticks: 5, fontSize: 12 },
  narrow: { width: 340, columnsHeight: 240, labelLength: 24, ticks: 3, fontSize: 11 },
} as const;
type Size = keyof typeof sizes;

const barHeight = 30;

/** The smallest and the largest value of an axis. */
interface Extent {
  readonly min: number;
  readonly max: number;
}

/** Returns a chart as inline SVG for two widths; the style sheet shows one of them. */
export function renderChart(chart: ChartData, id: string): Markup {
  return html`${render(chart, id, 'wide')}${render(chart, id, 'narrow')}`;
}

function render(chart: ChartData, id: string, size: Size): Markup {
  const { width, columnsHeight } = sizes[size];
  const height = chart.kind === 'columns' ? columnsHeight : chart.bars.length * barHeight + 16;
  const instance = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    instance.setOption({
      animation: false,
      ...(chart.kind === 'columns' ? columns(chart, size) : bars(chart, size)),
    });
    const name = `${id}-${size}`;
    return html`<svg
      class="chart ${size}"
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-labelledby="${name}-title ${name}-desc"
    >
      <title id="${name}-title">${chart.title}</title>
      <desc id="${name}-desc">${chart.description}</desc>
      <g aria-hidden="true">${drawingOf(instance.renderToSVGString())}</g>
    </svg>`;
  } finally {
    instance.dispose();
  }
}

/** The shapes and labels alone: what is for hovering with a script is left out, and names that a counter makes up. */
function drawingOf(svg: string): Markup {
  const drawing = svg
    .replace(/^<svg[^>]*>/, '')
    .replace(/<style[\s\S]*<\/svg>\s*$|<\/svg>\s*$/, '')
    .replaceAll(/ (?:class|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
    .replaceAll(/>\n+</g, '><');
  // ECharts escapes the labels that it draws.
  return new Markup(drawing.trim());
}

function columns(chart: ChartData, size: Size): EChartsCoreOption {
  const { ticks } = sizes[size];
  return {
    grid: { left: 4, right: 4, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      // The title of the page has the year.
      data: chart.bars.map(({ label }) => label.replace(/^(\d+ \w+) \d+$/, '$1')),
      axisTick: { show: false },
      // On the line of zero, labels would cover negative bars.
      axisLine: { onZero: false, lineStyle: { color: 'var(--axis)' } },
      axisLabel: { ...labelOf(size), hideOverlap: true, alignMaxLabel: 'right' },
    },
    yAxis: {
      type: 'value',
      splitNumber: ticks,
      splitLine: { lineStyle: { color: 'var(--line)' } },
      axisLabel: { ...labelOf(size), formatter: shortUsd },
    },
    series: [series(chart, { barCategoryGap: '28%' })],
  };
}

function bars(chart: ChartData, size: Size): EChartsCoreOption {
  const { labelLength, fontSize } = sizes[size];
  const labels = chart.bars.map((bar) => shorten(readable(bar.label), labelLength));
  // Without a canvas nothing measures text: about as wide as a sans-serif font.
  const labelWidth = Math.max(...labels.map(({ length }) => length)) * fontSize * 0.62 + 14;
  return {
    grid: { left: labelWidth, right: size === 'wide' ? 120 : 88, top: 8, bottom: 8 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: labels,
      axisTick: { show: false },
      axisLine: { show: false, onZero: false },
      axisLabel: { ...labelOf(size), color: 'var(--ink)', interval: 0, margin: 10 },
    },
    xAxis: {
      type: 'value',
      show: false,
      min: ({ min }: Extent) => Math.min(min, 0),
      max: ({ max }: Extent) => Math.max(max, 0),
    },
    series: [
      series(chart, {
        barWidth: 14,
        label: {
          ...labelOf(size),
          show: true,
          color: 'var(--ink)',
          position: 'right',
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            (size === 'wide' ? formatUsd : formatRoundedUsd)(chart.bars[dataIndex]?.cents ?? 0n),
        },
      }),
    ],
  };
}

function labelOf(size: Size): Readonly<Record<string, unknown>> {
  return { color: 'var(--muted)', fontFamily: 'inherit', fontSize: sizes[size].fontSize };
}

function series(
  chart: ChartData,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    type: 'bar',
    silent: true,
    emphasis: { disabled: true },
    // Only the length of a bar is a floating-point number; every figure in words is exact.
    data: chart.bars.map(({ cents }) => ({
      value: Number(toDecimal(cents, 'USD')),
      itemStyle: { color: cents < 0n ? 'var(--negative)' : 'var(--accent)' },
    })),
    ...options,
  };
}

/** Formats a tick of the axis: `$1.5k`. */
function shortUsd(dollars: number): string {
  const size = Math.abs(dollars);
  const [divisor, suffix] =
    size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${dollars < 0 ? '-' : ''}$${String(Number((size / divisor).toFixed(2)))}${suffix}`;
}
