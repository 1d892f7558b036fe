import * as z from 'zod';

import { decode } from '../transport/parse-body.ts';

const pageHeadSchema = z.object({
  totalCount: z.int(),
  nextCursor: z.string().nullish(),
  nextPageQuery: z.string().nullish(),
});

/** The fields of a page besides its rows. */
export interface PageHead extends z.output<typeof pageHeadSchema> {}

/** Returns the cursor of the next page; `nextPageQuery` is read if `nextCursor` is missing, but never sent as is. */
export function nextCursorOf({ nextCursor, nextPageQuery }: PageHead): string | null {
  const fromQuery = (): string | null => new URLSearchParams(nextPageQuery ?? '').get('cursor');
  return (nextCursor ?? fromQuery()) || null;
}

/**
 * Reads the fields before the rows from the first bytes of a page; rows are documented to be the last field (§4.1).
 * Returns `undefined` if the service uses another order, or if the rows start after these bytes.
 *
 * The result is a guess: the complete page may contain other values.
 */
export function readPageHead(bytes: Uint8Array): PageHead | undefined {
  // Inside a string the quotes would be escaped, and inside another object the text before it is not valid JSON.
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('"results"');
  const text = end < 0 ? undefined : decode(bytes.subarray(0, end));
  if (text === undefined) return undefined;
  try {
    return pageHeadSchema.safeParse(JSON.parse(`${text.replace(/,\s*$/, '')}}`)).data;
  } catch {
    return undefined;
  }
}
