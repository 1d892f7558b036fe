/** Prefix of an empty page's cursor: how many empty pages led to it; the original cursor follows. */
const prefix = /^empty-(\d{1,9})~/;

/** A cursor for an empty page: unlike the given one and that of any other empty page, it leads to the same rows. */
export function redirectCursor(cursor: string): string {
  const count = Number(prefix.exec(cursor)?.[1] ?? 0);
  return `empty-${count + 1}~${cursor.replace(prefix, '')}`;
}

/** The query with the original cursor instead of an empty page's. */
export function originalQuery(query: URLSearchParams): URLSearchParams {
  const cursor = query.get('cursor');
  if (cursor === null || !prefix.test(cursor)) return query;
  const original = new URLSearchParams(query);
  const originalCursor = cursor.replace(prefix, '');
  if (originalCursor) original.set('cursor', originalCursor);
  else original.delete('cursor');
  return original;
}
