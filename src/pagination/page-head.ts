import * as z from 'zod';

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
  try {
    // A stream may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    // Inside a string the quotes would be escaped, and inside another object the text before it is not valid JSON.
    const end = text.indexOf('"results"');
    if (end < 0) return undefined;
    return pageHeadSchema.safeParse(JSON.parse(`${text.slice(0, end).replace(/,\s*$/, '')}}`)).data;
  } catch {
    return undefined;
  }
}
