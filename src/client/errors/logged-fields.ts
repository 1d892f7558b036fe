/** The fields of documented responses to writes that name what was written; none is of a player. */
const ids = ['id', 'priceInUsdCents', 'purchaseId'];
/** The fields of documented error bodies that are codes, statuses and ids, and no sentences of the service. */
const codes = ['family', 'statusCode', 'countryCode2', 'priceInUsdCents'];

/** Returns the ids in a body that an error keeps, so that what a write created can be found by a log; else `undefined`. */
export function idsOf(body: unknown): Record<string, unknown> | undefined {
  return pick(body, ids);
}

/** Returns the ids and codes of documented details; `undefined` if the body is not documented. */
export function codesOf(details: { readonly family: string }): Record<string, unknown> | undefined {
  return details.family === 'unknown' ? undefined : pick(details, codes);
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  const entries = names
    .map((name) => [name, Object.hasOwn(fields, name) ? fields[name] : undefined] as const)
    .filter(([, field]) => typeof field === 'string' || typeof field === 'number');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
