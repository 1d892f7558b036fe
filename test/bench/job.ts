import type { Library } from './readers/reader.ts';

/** Which rows to read, from where, and how. */
export interface RowsJob {
  readonly kind: 'rows';
  readonly library: Library;
  readonly options: ReadOptions;
  /** Address of the server, without latency for the warm-up, and the one to measure with. */
  readonly warmUpOrigin: string;
  readonly origin: string;
  readonly warmUp: Range;
  readonly range: Range;
  /** Rows a page. */
  readonly limit: number;
}

/** How this client reads; the other libraries have one way only. */
export interface ReadOptions {
  readonly unit?: 'pages' | 'rows';
  readonly prefetch?: boolean;
  readonly windows?: number;
  /** Of an exported file. */
  readonly format?: 'jsonl' | 'csv' | 'parquet';
}

/** A range of time, both ends included. */
export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** Many small calls, so many at the same time. */
export interface CallsJob {
  readonly kind: 'calls';
  readonly library: Library;
  readonly origin: string;
  readonly calls: number;
  readonly concurrency: number;
}

/** The import of modules. */
export interface StartupJob {
  readonly kind: 'startup';
  readonly modules: readonly string[];
}

/** What one process measures. */
export type Job = RowsJob | CallsJob | StartupJob;

/** What it reports at the end. */
export interface JobResult {
  readonly milliseconds: number;
  /** Processor time of the process within `milliseconds`. */
  readonly cpuMilliseconds: number;
  /** Rows or calls. */
  readonly count: number;
  readonly checksum: number;
  /** The peak memory of the process, in MiB. */
  readonly peakMiB: number;
}
