import type { Issue } from '../../client/errors/index.ts';
import { sessionProblem } from '../purchases/session-request.ts';
import { type StoredSession, wasPaid } from '../store/session.ts';
import { Store } from '../store/store.ts';
import type { SeedRow } from './seed-rows.ts';

/** What is wrong with the rows of a seed file that each match their schema. */
export function checkRows(rows: readonly SeedRow[], locales: readonly string[]): Issue[] {
  const store = new Store(rows.map(({ change }) => change));
  const seen = new Map<string, string>();
  const firstWith = (path: string, ...name: readonly string[]): string => {
    const first = seen.get(JSON.stringify(name)) ?? path;
    seen.set(JSON.stringify(name), first);
    return first;
  };
  return rows.flatMap(({ path, change: { table, key, row } }) => {
    const problems: Issue[] = [];
    const first = firstWith(path, table, key);
    if (first !== path) return [{ path, message: `repeats the key of ${first}` }];
    if (table === 'sessions' && row) {
      const sold = firstWith(path, 'purchase', row.purchaseId);
      if (sold !== path) problems.push({ path: 'purchaseId', message: `repeats that of ${sold}` });
      problems.push(...sessionProblems(row, store, locales));
    }
    return problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` }));
  });
}

function sessionProblems(session: StoredSession, store: Store, locales: readonly string[]): Issue[] {
  const { request, state, purchaseId } = session;
  const problem = sessionProblem(request, store, locales);
  const issues = problem ? [{ ...problem, path: `request.${problem.path}` }] : [];
  if (wasPaid(session) && !store.list('transactions').some((row) => row.purchaseId === purchaseId)) {
    const message = `"${state}" needs the rows of the purchase in transactions: write "open", and pay the session`;
    issues.push({ path: 'state', message });
  }
  return issues;
}
