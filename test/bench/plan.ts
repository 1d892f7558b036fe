import type { CallsWork, Measurement, RowsWork } from './readers/reader.ts';
import type { Table } from './rounds.ts';
import { start, step } from './server/rows.ts';

/** A table of reads or calls. */
export interface ReadTable extends Table<Measurement> {
  readonly unit: 'row' | 'call';
  /** Rows or calls of each variant. */
  readonly count: number;
}

/** Tables of one subject. */
export interface Section {
  readonly question: string;
  readonly text: string;
  readonly tables: readonly ReadTable[];
}

/** How much is measured. */
export interface Size {
  readonly pages: { readonly small: number; readonly large: number };
  readonly calls: number;
}

export const full: Size = { pages: { small: 100, large: 20 }, calls: 5000 };
export const quick: Size = { pages: { small: 20, large: 4 }, calls: 1000 };

const loop = 'hand-written `fetch` + `JSON.parse`';

/** What is measured, in the order of the page. */
export function planSections({ pages, calls }: Size): readonly Section[] {
  return [
    {
      question: 'How fast are transactions read?',
      text: 'The loop validates nothing, retries nothing, and requests the next page after it has processed one.',
      tables: [
        readsNearby(pages.small, 1000),
        readsNearby(pages.large, 10_000),
        rowsTable('Reading', pages.large, 10_000, 100, {
          [loop]: ['handWritten'],
          '**this client**, `pages()`': ['thisClient'],
          '**this client**, eight parts side by side': ['thisClient', { parts: 8 }],
        }),
      ],
    },
    {
      question: 'What does a small call cost?',
      text: 'The response is a price point with the prices of 50 countries, 11 kB.',
      tables: [callsTable(calls, 1), callsTable(calls, 100)],
    },
  ];
}

function readsNearby(pages: number, limit: number): ReadTable {
  return rowsTable('Reading', pages, limit, 0, {
    [loop]: ['handWritten'],
    '**this client**, `pages()`': ['thisClient'],
    '**this client**, rows': ['thisClient', { unit: 'rows' }],
    'stripe, auto-pagination': ['stripe'],
    'openai, page iterator': ['openai'],
  });
}

type Variant = readonly [Measurement['library'], Partial<RowsWork>?];

function rowsTable(
  verb: string,
  pages: number,
  limit: number,
  latency: number,
  variants: Readonly<Record<string, Variant>>,
): ReadTable {
  const count = pages * limit;
  const [startDate, endDate] = [start, start + (count - 1) * step].map((time) =>
    new Date(time).toISOString(),
  );
  const range = { kind: 'rows', startDate: startDate ?? '', endDate: endDate ?? '', limit } as const;
  const measurements = Object.entries(variants).map(
    ([name, [library, options]]) => [name, { library, work: { ...range, ...options } }] as const,
  );
  return {
    title: `${verb} ${pages} pages of ${grouped(limit)} rows, ${latency} ms a page`,
    ...{ unit: 'row', count, latency, variants: Object.fromEntries(measurements) },
  };
}

function callsTable(calls: number, concurrency: number): ReadTable {
  const work: CallsWork = { kind: 'calls', calls, concurrency };
  return {
    title: concurrency === 1 ? 'Calls one after another' : `${concurrency} calls at a time`,
    ...{ unit: 'call', count: calls, latency: 0 },
    variants: {
      [loop]: { library: 'handWritten', work },
      '**this client**, `pricePoints.get`': { library: 'thisClient', work },
      'stripe, `prices.retrieve`': { library: 'stripe', work },
      'openai, `models.retrieve`': { library: 'openai', work },
    },
  };
}

/** 10000 as `10 000`. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}
