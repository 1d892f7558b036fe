/** The mark of a cursor that an empty page gave: how many empty pages led there, and the cursor behind them. */
const mark = /^empty-(\d{1,9})~/;

/** A cursor unlike the given one, and unlike that of any other empty page, which leads to the same rows. */
export function detourTo(cursor: string): string {
  const count = Number(mark.exec(cursor)?.[1] ?? 0);
  return `empty-${count + 1}~${cursor.replace(mark, '')}`;
}

/** The query as it would be without the empty pages before it. */
export function withoutDetour(query: URLSearchParams): URLSearchParams {
  const cursor = query.get('cursor');
  if (cursor === null || !mark.test(cursor)) return query;
  const straight = new URLSearchParams(query);
  const behind = cursor.replace(mark, '');
  if (behind) straight.set('cursor', behind);
  else straight.delete('cursor');
  return straight;
}
