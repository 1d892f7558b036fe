import type { ContentItem } from '../../contract/content.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { TranslationSet } from '../../contract/translations.ts';
import type { World } from '../world.ts';
import type { PersonalizationEvent, StoredPricePoint, StoredPromoCode, StoredSession } from './tables.ts';

/** The state of the sandbox as plain JSON. */
export interface SandboxState {
  /** The sandbox's clock: UTC, ISO 8601. */
  readonly clock: string;
  /** Price points that exist. */
  readonly pricePoints: readonly StoredPricePoint[];
  /** Promo codes that were created. */
  readonly promoCodes: readonly StoredPromoCode[];
  /** Translations of both kinds. */
  readonly translations: TranslationSet;
  /** The portal's content, with its translations. */
  readonly content: readonly ContentItem[];
  /** Checkout sessions with what they were created with, and what became of them. */
  readonly sessions: readonly StoredSession[];
  /** The rows that purchases added to the report; the generated ones are not among them. */
  readonly transactions: readonly Transaction[];
  /** Triggers of the Personalize Web Store Callback, with how each was delivered. */
  readonly personalization: readonly PersonalizationEvent[];
}

/** A copy of the state. */
export function showState({ store, now }: Pick<World, 'store' | 'now'>): SandboxState {
  return structuredClone({
    clock: now().toISOString(),
    pricePoints: store.list('pricePoints'),
    promoCodes: store.list('promoCodes'),
    translations: {
      dynamicTranslations: store.list('dynamicTranslations'),
      staticTranslations: store.list('staticTranslations'),
    },
    content: store.list('content'),
    sessions: store.list('sessions'),
    transactions: store.list('transactions'),
    personalization: store.list('personalization'),
  });
}
