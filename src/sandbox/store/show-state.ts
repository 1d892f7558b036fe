import type { ContentItem } from '../../api/content.ts';
import type { Offer } from '../../api/offer.ts';
import type { Transaction } from '../../api/transactions.ts';
import type { TranslationSet } from '../../api/translations.ts';
import type { Clock } from './clock.ts';
import { sessionAt, type StoredSession } from './session.ts';
import type { Store } from './store.ts';
import type { PersonalizationEvent, StoredPricePoint, StoredPromoCode } from './tables.ts';

/** The state of the sandbox as plain JSON. */
export interface SandboxState {
  /** The sandbox's clock: UTC, ISO 8601. */
  readonly clock: string;
  /** All price points. */
  readonly pricePoints: readonly StoredPricePoint[];
  /** All promo codes. */
  readonly promoCodes: readonly StoredPromoCode[];
  /** Translations of both kinds. */
  readonly translations: TranslationSet;
  /** The portal's content, with its translations. */
  readonly content: readonly ContentItem[];
  /** The offers of the web store. */
  readonly offers: readonly Offer[];
  /** Checkout sessions, with the requests that created them and their states. */
  readonly sessions: readonly StoredSession[];
  /** The report's rows of purchases, without the generated rows. */
  readonly transactions: readonly Transaction[];
  /** Triggers of the Personalize Web Store Callback, with the outcome of each delivery. */
  readonly personalization: readonly PersonalizationEvent[];
}

/** Returns a copy of the state. */
export function showState(store: Store, clock: Clock): SandboxState {
  const now = clock.now();
  return structuredClone({
    clock: now.toISOString(),
    pricePoints: store.list('pricePoints'),
    promoCodes: store.list('promoCodes'),
    translations: {
      dynamicTranslations: store.list('dynamicTranslations'),
      staticTranslations: store.list('staticTranslations'),
    },
    content: store.list('content'),
    offers: store.list('offers'),
    sessions: store.list('sessions').map((session) => sessionAt(session, now)),
    transactions: store.list('transactions'),
    personalization: store.list('personalization'),
  });
}
