import type { ContentItem } from '../../api/content.ts';
import type { Issue } from '../../errors/index.ts';
import { countries } from '../market/countries.ts';
import { type ReceiptLocales, sessionProblem } from '../purchases/session-request.ts';
import type { PurchaseState, StoredSession } from '../store/session.ts';
import type { Change, StoredPricePoint } from '../store/tables.ts';
import { isLocaleCode } from '../store/translations.ts';
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

/** What the validity of a row depends on besides itself. */
interface SeedFacts {
  readonly locales: ReceiptLocales;
  /** Ids of the purchases with rows in the transaction report. */
  readonly inReport: ReadonlySet<string>;
}

/** States of a session that has no row in the transaction report. */
const unpaid: readonly PurchaseState[] = ['open', 'cancelled', 'expired'];

/** What is wrong with a row that matches its schema. */
function rowProblems({ path, change }: SeedRow, facts: SeedFacts): Issue[] {
  const problems = [...idProblems(change), ...valueProblems(change, facts)];
  return problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` }));
}

/** Ids are parts of a URL: a row with an id that cannot be one could never be read or paid. */
function idProblems({ table, row }: Change): Issue[] {
  if (row === null) return [];
  const message = 'must be an id that a URL can hold: not empty, not "." or "..", and well-formed Unicode';
  const check = (fields: Readonly<Record<string, string>>): Issue[] =>
    Object.entries(fields).flatMap(([path, id]) =>
      ['', '.', '..'].includes(id) || !id.isWellFormed() ? [{ path, message }] : [],
    );
  switch (table) {
    case 'sessions':
      return check({ checkoutSessionToken: row.checkoutSessionToken, purchaseId: row.purchaseId });
    case 'offers':
      return check({ offerId: row.offerId });
    case 'content':
      return check({ id: row.id });
    case 'promoCodes':
      return check({ couponName: row.couponName });
    default:
      return [];
  }
}

function valueProblems({ table, row }: Change, facts: SeedFacts): Issue[] {
  if (row === null) return [];
  switch (table) {
    case 'pricePoints':
      return overrideProblems(row);
    case 'content':
      return translationProblems(row);
    case 'dynamicTranslations':
    case 'staticTranslations': {
      const message = 'must be a locale code, for example "de" or "pt-BR"';
      return isLocaleCode(row.locale) ? [] : [{ path: 'locale', message }];
    }
    case 'sessions':
      return sessionProblems(row, facts);
    default:
      return [];
  }
}

function overrideProblems({ priceOverrides }: StoredPricePoint): Issue[] {
  return priceOverrides.flatMap(({ countryCode2 }, index) =>
    countries.some(({ code }) => code === countryCode2)
      ? []
      : [{ path: `priceOverrides[${index}].countryCode2`, message: 'is not supported by the sandbox' }],
  );
}

/** An update changes the translation of a locale: there is one. */
function translationProblems({ translations }: ContentItem): Issue[] {
  const codes = (translations ?? []).map(({ isoCode }) => isoCode);
  return codes.flatMap((code, index) => {
    const first = codes.indexOf(code);
    const message = `repeats that of translations[${first}]`;
    return first === index ? [] : [{ path: `translations[${index}].isoCode`, message }];
  });
}

function sessionProblems(
  { request, state, purchaseId }: StoredSession,
  { locales, inReport }: SeedFacts,
): Issue[] {
  const problem = sessionProblem(request, locales);
  const message = `"${state}" needs the rows of the purchase in transactions: write "open", and pay the session`;
  return [
    ...(problem ? [{ ...problem, path: `request.${problem.path}` }] : []),
    ...(unpaid.includes(state) || inReport.has(purchaseId) ? [] : [{ path: 'state', message }]),
  ];
}
