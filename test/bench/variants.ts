import type { ReadOptions } from './job.ts';
import type { Library } from './readers/reader.ts';

/** One of what is measured side by side. */
export interface Variant {
  readonly name: string;
  readonly library: Library;
  readonly options: ReadOptions;
}

const variant = (name: string, library: Library, options: ReadOptions = {}): Variant => ({
  name,
  library,
  options,
});

/** What every other is compared to. */
export const handWritten = variant('hand-written `fetch` + `JSON.parse`', 'handWritten');

/** What this client is built on. */
export const kyAlone = variant('ky, with the same options', 'ky');

/** This client with its defaults. */
export const pages = variant('**this client**, `pages()`', 'thisClient');
export const rows = variant('**this client**, rows', 'thisClient', { unit: 'rows' });
export const windows2 = variant('**this client**, `pages()`, 2 windows', 'thisClient', { windows: 2 });
export const windows4 = variant('**this client**, `pages()`, 4 windows', 'thisClient', { windows: 4 });
export const windows8 = variant('**this client**, `pages()`, 8 windows', 'thisClient', { windows: 8 });

export const stripe = variant('stripe, auto-pagination', 'stripe');
export const pageWisePeers = [
  variant('openai, page iterator', 'openai'),
  variant('openapi-fetch loop', 'openapiFetch'),
  variant('axios + zod loop', 'axiosZod'),
] as const;

/** Everything that reads rows. */
export const readers: readonly Variant[] = [
  handWritten,
  kyAlone,
  variant('**this client**, `pages()`, no prefetch', 'thisClient', { prefetch: false }),
  pages,
  windows2,
  windows4,
  windows8,
  variant('**this client**, rows, no prefetch', 'thisClient', { unit: 'rows', prefetch: false }),
  rows,
  variant('**this client**, rows, 8 windows', 'thisClient', { unit: 'rows', windows: 8 }),
  stripe,
  ...pageWisePeers,
];

/** Exports to a file, compared with `pages()`. */
export const exportsOf = {
  jsonl: variant('`export` to jsonl', 'exportFile', { format: 'jsonl' }),
  csv: variant('`export` to csv', 'exportFile', { format: 'csv' }),
  parquet: variant('`export` to parquet', 'exportFile', { format: 'parquet' }),
} as const;

export const getPricePoint = variant('**this client**, `pricePoints.get`', 'thisClient');

/** Everything that makes small calls. */
export const callers: readonly Variant[] = [
  handWritten,
  kyAlone,
  getPricePoint,
  variant('stripe, `prices.retrieve`', 'stripe'),
  variant('openai, `models.retrieve`', 'openai'),
  variant('openapi-fetch', 'openapiFetch'),
  variant('axios + zod', 'axiosZod'),
];

/** Command lines of Node whose CPU time is measured: the first is the limit of the others. */
export const commandLines = {
  node: { name: 'Node alone', args: ['--eval', ''] },
  exportHelp: { name: '`export --help`', args: ['dist/cli/main.js', 'export', '--help'] },
  doctor: { name: '`doctor --demo`', args: ['dist/cli/main.js', 'doctor', '--demo'] },
} as const;

/** Loads into PostgreSQL, with the latency of the service. */
export const loads = {
  nearby: { name: 'one worker, 0 ms of latency', processes: 1, latency: 0 },
  one: { name: 'one worker, 200 ms of latency', processes: 1, latency: 200 },
  four: { name: 'four workers, 200 ms of latency', processes: 4, latency: 200 },
} as const;

/** The modules whose import is timed: first this client's. */
export const imports = [
  { name: '**this client**', modules: ['publisher-commerce'] },
  { name: 'zod + ky alone', modules: ['zod', 'ky'] },
  { name: 'stripe', modules: ['stripe'] },
  { name: 'openai', modules: ['openai'] },
] as const;
