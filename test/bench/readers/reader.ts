import type { PricePoint } from 'publisher-commerce';

import type { Checksum } from './checksum.ts';

/** Where the service is. */
export interface Address {
  /** For example `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly token: string;
}

/** The rows of a range of time, both ends included, so many a page. */
export interface RowsWork {
  readonly kind: 'rows';
  readonly startDate: string;
  readonly endDate: string;
  readonly limit: number;
  /** How this client reads; the others have one way only. */
  readonly unit?: 'pages' | 'rows';
  /** How many equal parts of the range are read side by side. */
  readonly parts?: number;
}

/** Small calls, so many at the same time. */
export interface CallsWork {
  readonly kind: 'calls';
  readonly calls: number;
  readonly concurrency: number;
}

/** One library, or a way of this one, and what it does. */
export interface Measurement {
  readonly library: Library;
  readonly work: RowsWork | CallsWork;
}

/** One library's way to read the rows of a range, and a price point. */
export interface Reader {
  readonly readRows: (work: RowsWork, checksum: Checksum) => Promise<void>;
  /** Reads the price point of 999 US cents. */
  readonly readPricePoint: () => Promise<PricePoint>;
}

/** The libraries side by side. Each is loaded only by the process that measures it. */
export const loaders = {
  handWritten: async () => (await import('./hand-written.ts')).createReader,
  thisClient: async () => (await import('./this-client.ts')).createReader,
  stripe: async () => (await import('./stripe.ts')).createReader,
  openai: async () => (await import('./openai.ts')).createReader,
} satisfies Record<string, () => Promise<(address: Address) => Reader>>;

type Library = keyof typeof loaders;
