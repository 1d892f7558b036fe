import { getTransactions } from '../../contract/transactions.ts';
import { detourTo } from './detour.ts';
import type { Plan } from './read-plan.ts';

type Members = Record<string, unknown>;

const nullFields: Readonly<Record<string, string>> = {
  [getTransactions.name]: 'results.0.geolocation.zipCode',
};

/** The answer of an operation with the plan's fault in it; `undefined` where it has nothing to spoil. */
export function spoil({ fault, field }: Plan, operation: string, url: string, answer: unknown): unknown {
  // What operations keep must not be spoilt with the answer.
  const copy: unknown = structuredClone(answer);
  if (!isMembers(copy)) return undefined;
  switch (fault) {
    case 'null_field':
      return setField(copy, (field ?? nullFields[operation])?.split('.') ?? firstPlain(copy), null);
    case 'unknown_transaction_type':
      return setField(copy, ['results', '0', 'transactionDetails', 'type'], 'loyalty_credit');
    case 'repeated_cursor': {
      const { searchParams } = new URL(url);
      const cursor = searchParams.get('cursor');
      return { ...copy, nextCursor: cursor, nextPageQuery: `?${searchParams.toString()}` };
    }
    case 'empty_page': {
      const { searchParams } = new URL(url);
      const cursor = detourTo(searchParams.get('cursor') ?? '');
      searchParams.set('cursor', cursor);
      return { ...copy, results: [], nextCursor: cursor, nextPageQuery: `?${searchParams.toString()}` };
    }
    default:
      return copy;
  }
}

function setField(answer: Members, path: readonly string[], value: unknown): Members | undefined {
  const parents = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  let parent: unknown = answer;
  // Only own members: a path through `__proto__` or `constructor` would reach what every object of the process shares.
  for (const step of parents)
    parent = isMembers(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  if (!isMembers(parent) || !Object.hasOwn(parent, name)) return undefined;
  parent[name] = value;
  return answer;
}

/** The path of the first value that is neither an object nor a list. */
function firstPlain(members: Members): string[] {
  for (const [name, value] of Object.entries(members)) {
    if (!isMembers(value)) return [name];
    const inner = firstPlain(value);
    if (inner.length > 0) return [name, ...inner];
  }
  return [];
}

/** Of an object or a list: its members by name or number. */
function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
