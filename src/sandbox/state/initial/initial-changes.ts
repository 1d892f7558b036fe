import type { Change } from '../tables.ts';
import { dynamicTranslationChange, staticTranslationChange } from '../translation-changes.ts';
import { initialContent } from './content.ts';
import { listedOffers } from './offers.ts';
import { initialDynamicTranslations, initialStaticTranslations } from './translations.ts';

/** The initial state: what the publisher created in the Dashboard, at the given time (UTC, ISO 8601). */
export function initialChanges(createdAt: string): Change[] {
  return [
    ...initialContent(createdAt).map((row): Change => ({ table: 'content', key: row.id, row })),
    ...listedOffers(createdAt).map((row): Change => ({ table: 'offers', key: row.offerId, row })),
    ...initialDynamicTranslations().map(dynamicTranslationChange),
    ...initialStaticTranslations().map(staticTranslationChange),
  ];
}
