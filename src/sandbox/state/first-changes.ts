import type { DynamicTranslation, StaticTranslation } from '../../contract/translations.ts';
import { dashboardContent } from '../dashboard/content.ts';
import { dashboardDynamicTranslations, dashboardStaticTranslations } from '../dashboard/translations.ts';
import type { Change } from './tables.ts';

/** What the publisher made in the Dashboard, at the given moment, before the sandbox was opened. */
export function firstChanges(dashboardTime: string): Change[] {
  return [
    ...dashboardContent(dashboardTime).map((row): Change => ({ table: 'content', key: row.id, row })),
    ...dashboardDynamicTranslations().map(dynamicTranslationChange),
    ...dashboardStaticTranslations().map(staticTranslationChange),
  ];
}

/** Sets a translation of something the publisher made. */
export function dynamicTranslationChange(row: DynamicTranslation): Change {
  const key = JSON.stringify([row.type, row.externalId, row.field, row.locale]);
  return { table: 'dynamicTranslations', key, row };
}

/** Sets a translation of a fixed text. */
export function staticTranslationChange(row: StaticTranslation): Change {
  return { table: 'staticTranslations', key: JSON.stringify([row.key, row.locale]), row };
}
