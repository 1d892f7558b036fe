import { withStoredCurrency } from '../purchases/session-request.ts';
import type { Ids } from '../random.ts';
import type { Change, TableName } from '../store/tables.ts';
import { dynamicTranslationChange, staticTranslationChange } from '../store/translations.ts';
import { fillContent, fillOffer } from './fill.ts';
import type { Seed } from './seed-schema.ts';

/** What the fields that a seed file leaves out depend on. */
export interface SeedDefaults {
  /** Creation time of the initial data: UTC, ISO 8601. */
  readonly initialTime: string;
  /** When the sandbox starts, by its clock: UTC, ISO 8601. */
  readonly startTime: string;
  readonly ids: Ids;
}

/** A row of a seed file with all of its fields, and where it is in the file. */
export interface SeedRow {
  readonly path: string;
  readonly change: Change;
}

/** The tables whose sections are in a seed file, which replace the initial rows. */
export function tablesIn(seed: Seed): ReadonlySet<TableName> {
  const given = Object.entries({ ...seed, ...seed.translations }).filter(
    ([, section]) => section !== undefined,
  );
  // But for `$schema`, a section or a list of translations has the name of its table.
  return new Set(given.map(([name]) => name as TableName));
}

/** The rows of a seed file. */
export function seedRows(seed: Seed, { initialTime, startTime, ids }: SeedDefaults): SeedRow[] {
  const { dynamicTranslations, staticTranslations } = seed.translations ?? {};
  return [
    ...rows('clock', seed.clock && [seed.clock], ({ advance }) => ({
      table: 'clock',
      key: 'ahead',
      row: advance,
    })),
    ...rows('pricePoints', seed.pricePoints, (given) => {
      const { priceInUsdCents = 0, lastUpdate = initialTime } = given;
      const priceOverrides = (given.priceOverrides ?? []).map(({ countryCode2 = '', price = 0 }) => ({
        countryCode2,
        price,
      }));
      const row = { priceInUsdCents, lastUpdate, priceOverrides };
      return { table: 'pricePoints', key: String(priceInUsdCents), row };
    }),
    ...rows('promoCodes', seed.promoCodes, (given) => {
      const { couponName = '', name = '', maxRedemptions = 0, active = true } = given;
      const { createdAt = initialTime, updatedAt = createdAt } = given;
      const row = { couponName, name, active, maxRedemptions, createdAt, updatedAt };
      return { table: 'promoCodes', key: JSON.stringify([couponName, name]), row };
    }),
    ...rows('offers', seed.offers, (given, index) => {
      const row = fillOffer(given, index, initialTime);
      return { table: 'offers', key: row.offerId, row };
    }),
    ...rows('content', seed.content, (given) => {
      const row = fillContent(given, initialTime);
      return { table: 'content', key: row.id, row };
    }),
    ...rows('translations.dynamicTranslations', dynamicTranslations, dynamicTranslationChange),
    ...rows('translations.staticTranslations', staticTranslations, staticTranslationChange),
    ...rows('sessions', seed.sessions, (given, index) => {
      const defaults = {
        checkoutSessionToken: ids('session-', 2 * index),
        purchaseId: ids('purchase-', 2 * index + 1),
        state: 'open',
        createdAt: startTime,
      } as const;
      const row = { ...defaults, ...given, request: withStoredCurrency(given.request) };
      return { table: 'sessions', key: row.checkoutSessionToken, row };
    }),
    ...rows('transactions', seed.transactions, (row, index) => ({
      table: 'transactions',
      key: String(index),
      row,
    })),
    ...rows('personalization', seed.personalization, (row, index) => ({
      table: 'personalization',
      key: String(index),
      row,
    })),
  ];
}

function rows<T>(
  section: string,
  values: readonly T[] | undefined,
  changeOf: (value: T, index: number) => Change,
): SeedRow[] {
  return (values ?? []).map((value, index) => ({
    path: section === 'clock' ? section : `${section}[${index}]`,
    change: changeOf(value, index),
  }));
}
