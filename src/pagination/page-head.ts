import * as z from 'zod';

import { decode } from '../transport/parse-body.ts';

const pageHeadSchema = z.object({
  totalCount: z.int(),
  nextCursor: z.string().nullish(),
  nextPageQuery: z.string().nullish(),
});

/** What a page says beside its rows. */
export interface PageHead extends z.output<typeof pageHeadSchema> {}

/** The next page's cursor; `nextPageQuery` is read only where `nextCursor` is missing, and never followed. */
export function nextCursorOf({ nextCursor, nextPageQuery }: PageHead): string | null {
  const fromQuery = (): string | null => new URLSearchParams(nextPageQuery ?? '').get('cursor');
  return (nextCursor ?? fromQuery()) || null;
}

/**
 * What the first bytes of a page say before its rows, which are documented to come last (§4.1); `undefined` where the
 * service writes in another order, or more than these bytes before the rows.
 *
 * A guess: the page as a whole may turn out to say something else.
 */
export function readPageHead(bytes: Uint8Array): PageHead | undefined {
  // Within a string the quotes would be escaped, and within another object the text before is no JSON.
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('"results"');
  const text = end < 0 ? undefined : decode(bytes.subarray(0, end));
  if (text === undefined) return undefined;
  try {
    return pageHeadSchema.safeParse(JSON.parse(`${text.replace(/,\s*$/, '')}}`)).data;
  } catch {
    return undefined;
  }
}
