import type { Issue } from '../../../errors/index.ts';
import type { Change } from '../tables.ts';
import { rowProblems, type SeedFacts } from './row-problems.ts';
import type { SeedRow } from './seed-rows.ts';

/** What makes a row of a table unique. */
const keys: Readonly<Partial<Record<Change['table'], string>>> = {
  pricePoints: 'priceInUsdCents',
  promoCodes: 'couponName and name',
  offers: 'offerId',
  content: 'id',
  dynamicTranslations: 'type, externalId, field and locale',
  staticTranslations: 'key and locale',
  sessions: 'checkoutSessionToken',
};

/** What is wrong with the rows of a seed file that each match their schema. */
export function checkRows(rows: readonly SeedRow[], locales: readonly string[]): Issue[] {
  const translated = new Set(rows.flatMap(({ change }) => localeOf(change)));
  const inReport = new Set(
    rows.flatMap(({ change }) =>
      change.table === 'transactions' && change.row ? change.row.purchaseId : [],
    ),
  );
  const facts: SeedFacts = {
    locales: { enabled: locales, isTranslated: (locale) => translated.has(locale) },
    inReport,
  };
  return [...repeated(rows), ...repeatedIds(rows), ...rows.flatMap((row) => rowProblems(row, facts))];
}

function localeOf({ table, row }: Change): string[] {
  const isTranslation = table === 'dynamicTranslations' || table === 'staticTranslations';
  return isTranslation && row ? [row.locale] : [];
}

function repeated(rows: readonly SeedRow[]): Issue[] {
  const first = new Map<string, string>();
  return rows.flatMap(({ path, change: { table, key } }) => {
    const name = JSON.stringify([table, key]);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, path);
    return earlier === undefined
      ? []
      : [{ path, message: `repeats the ${keys[table] ?? 'key'} of ${earlier}` }];
  });
}

function repeatedIds(rows: readonly SeedRow[]): Issue[] {
  const first = new Map<string, string>();
  return rows.flatMap(({ path, change: { table, row } }) => {
    const id =
      table === 'sessions'
        ? row?.purchaseId
        : table === 'transactions'
          ? row?.transactionDetails.id
          : undefined;
    const name = JSON.stringify([table, id]);
    const earlier = id === undefined ? undefined : first.get(name);
    if (earlier === undefined) first.set(name, path);
    const field = table === 'sessions' ? 'purchaseId' : 'transactionDetails.id';
    return earlier === undefined ? [] : [{ path: `${path}.${field}`, message: `repeats that of ${earlier}` }];
  });
}
