import type { DynamicTranslation, StaticTranslation } from '../../contract/translations.ts';
import type { Change } from './tables.ts';

/** The change that sets a translation of a product, an offer design or the like. */
export function dynamicTranslationChange(row: DynamicTranslation): Change {
  const key = JSON.stringify([row.type, row.externalId, row.field, row.locale]);
  return { table: 'dynamicTranslations', key, row };
}

/** The change that sets a translation of a fixed string of the store. */
export function staticTranslationChange(row: StaticTranslation): Change {
  return { table: 'staticTranslations', key: JSON.stringify([row.key, row.locale]), row };
}
