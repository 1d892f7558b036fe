import { getTransactions } from '../../../client/api/transactions.ts';
import { jsonBytes, parseJson } from '../../json.ts';
import type { Fault } from './fault.ts';
import { stepsOf } from './field-path.ts';

type Members = Record<string, unknown>;

const nullFields: Readonly<Record<string, string>> = {
  [getTransactions.name]: 'results.0.geolocation.zipCode',
};

/** A fault of what a body has. */
type BodyFault = Extract<Fault, 'null_field' | 'unknown_transaction_type' | 'repeated_cursor' | 'empty_page'>;

/** A copy of a response body with the fault in it; `undefined` if the body has nothing to corrupt. */
export function corruptBody(
  fault: BodyFault,
  field: string | undefined,
  operation: string,
  url: string,
  body: unknown,
): unknown {
  // The body may be part of the state, which must not be corrupted.
  const copy = parseJson(new TextDecoder().decode(jsonBytes(body)));
  if (!isMembers(copy)) return undefined;
  switch (fault) {
    case 'null_field': {
      const path = field ?? nullFields[operation];
      return setField(copy, path === undefined ? firstPrimitive(copy) : stepsOf(path), null);
    }
    case 'unknown_transaction_type':
      return setField(copy, ['results', '0', 'transactionDetails', 'type'], 'loyalty_credit');
    case 'repeated_cursor': {
      const { searchParams } = new URL(url);
      const cursor = searchParams.get('cursor');
      return { ...copy, nextCursor: cursor, nextPageQuery: `?${searchParams.toString()}` };
    }
    case 'empty_page': {
      const { searchParams } = new URL(url);
      const cursor = prefix + (searchParams.get('cursor') ?? '');
      searchParams.set('cursor', cursor);
      return { ...copy, results: [], nextCursor: cursor, nextPageQuery: `?${searchParams.toString()}` };
    }
  }
}

function setField(body: Members, path: readonly string[], value: unknown): Members | undefined {
  const parents = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  let parent: unknown = body;
  // Own members only: a path through `__proto__` or `constructor` would reach objects that the process shares.
  for (const step of parents)
    parent = isMembers(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  if (!isMembers(parent) || !Object.hasOwn(parent, name)) return undefined;
  parent[name] = value;
  return body;
}

/** The path of the first value that is neither an object nor an array. */
function firstPrimitive(members: Members): string[] {
  for (const [name, value] of Object.entries(members)) {
    if (!isMembers(value)) return [name];
    const inner = firstPrimitive(value);
    if (inner.length > 0) return [name, ...inner];
  }
  return [];
}

/** Whether a value is an object or an array, whose members have names or indexes. */
function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Prefix of the cursor of an empty page, once for each empty page that led to it; the original cursor follows. */
const prefix = 'empty~';

/** The query with the original cursor instead of an empty page's. */
export function originalQuery(query: URLSearchParams): URLSearchParams {
  const cursor = query.get('cursor');
  if (!cursor?.startsWith(prefix)) return query;
  const original = new URLSearchParams(query);
  const originalCursor = cursor.replaceAll(prefix, '');
  if (originalCursor) original.set('cursor', originalCursor);
  else original.delete('cursor');
  return original;
}
