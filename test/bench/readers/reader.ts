import type { PricePoint } from 'publisher-commerce';

import type { Checksum } from '../checksum.ts';
import type { Range, ReadOptions } from '../job.ts';

/** Where the service is. */
export interface Address {
  /** For example `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly token: string;
}

/** One library's way to read the rows of a range, and a price point. */
export interface Reader {
  /** Reads all rows of a range, `limit` a page, and adds each to the checksum. */
  readonly readRows: (
    range: Range & { readonly limit: number },
    checksum: Checksum,
    options: ReadOptions,
  ) => Promise<void>;
  /** Reads the price point of 999 US cents. */
  readonly readPricePoint: () => Promise<PricePoint>;
}

/** The libraries side by side. Each is loaded only by the process that measures it. */
export const loaders = {
  handWritten: async () => (await import('./hand-written.ts')).createReader,
  thisClient: async () => (await import('./this-client.ts')).createReader,
  ky: async () => (await import('./ky.ts')).createReader,
  exportFile: async () => (await import('./export-file.ts')).createReader,
  stripe: async () => (await import('./stripe.ts')).createReader,
  openai: async () => (await import('./openai.ts')).createReader,
  openapiFetch: async () => (await import('./openapi-fetch.ts')).createReader,
  axiosZod: async () => (await import('./axios-zod.ts')).createReader,
} satisfies Record<string, () => Promise<(address: Address) => Reader>>;

/** The name of a library in a job. */
export type Library = keyof typeof loaders;
