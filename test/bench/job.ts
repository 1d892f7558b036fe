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

/** A command line of Node, run from the folder of the package. */
export interface CommandJob {
  readonly kind: 'command';
  readonly args: readonly string[];
}

/** The rows of a sandbox, all of them and those of a warm-up. */
export interface SandboxJob {
  readonly kind: 'sandbox';
  readonly rows: number;
  readonly limit: number;
  readonly period: Range;
  readonly warmUp: Range;
}

/** A load into a PostgreSQL of its own, by so many worker processes. */
export interface LoadJob {
  readonly kind: 'load';
  readonly processes: number;
  readonly range: Range;
  readonly warmUp: Range;
  readonly origin: string;
  /** Without latency: also for the plan of the load, which is not what is measured. */
  readonly warmUpOrigin: string;
  readonly limit: number;
  readonly rowsPerJob: number;
}

/** The rows of a range as the bytes that a load sends to PostgreSQL. */
export interface EncodeJob {
  readonly kind: 'encode';
  readonly range: Range;
  readonly origin: string;
  readonly limit: number;
}

/** What one process measures. */
export type Job = RowsJob | CallsJob | StartupJob | CommandJob | SandboxJob | LoadJob | EncodeJob;

/** What it reports at the end. */
export interface JobResult {
  readonly milliseconds: number;
  /** Processor time of the process within `milliseconds`. */
  readonly cpuMilliseconds: number;
  /** That of its main thread alone: without the threads that collect garbage and compile. */
  readonly mainMilliseconds: number;
  /** Processor time of PostgreSQL, for a load. */
  readonly postgresMilliseconds?: number;
  /** Rows or calls. */
  readonly count: number;
  readonly checksum: number;
  /** The peak memory of the process, in MiB. */
  readonly peakMiB: number;
}
