import type { ContentItem } from '../../client/api/content.ts';
import type { Offer } from '../../client/api/offer.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import type { TranslationSet } from '../../client/api/translations.ts';
import type { Clock } from './clock.ts';
import { sessionAt, type StoredSession } from './session.ts';
import type { RowReader, Store } from './store.ts';
import type {
  PersonalizationEvent,
  StoredClock,
  StoredCoupon,
  StoredPricePoint,
  StoredPromoCode,
} from './tables.ts';

/** The rows of the sandbox as plain JSON, by section. */
interface StateSections {
  /** The coupons that promo codes can belong to; if there are none, any coupon exists. */
  readonly coupons: readonly StoredCoupon[];
  /** All price points. */
  readonly pricePoints: readonly StoredPricePoint[];
  /** All promo codes. */
  readonly promoCodes: readonly StoredPromoCode[];
  /** The offers of the web store. */
  readonly offers: readonly Offer[];
  /** The portal's content, with its translations. */
  readonly content: readonly ContentItem[];
  /** Translations of both kinds. */
  readonly translations: TranslationSet;
  /** Checkout sessions, with the requests that created them and their states. */
  readonly sessions: readonly StoredSession[];
  /** The report's rows of purchases, without the generated rows. */
  readonly transactions: readonly Transaction[];
  /** Triggers of the Personalize Web Store Callback, with the outcome of each delivery. */
  readonly personalization: readonly PersonalizationEvent[];
}

/** The state of the sandbox as plain JSON. */
export interface SandboxState extends StateSections {
  /** The sandbox's clock: UTC, ISO 8601. */
  readonly clock: string;
}

/** The state in the format of a seed file. */
export interface StateAsSeed extends StateSections {
  /** Absent if the clock was not moved. */
  readonly clock?: StoredClock;
}

/** Returns a copy of the state. */
export function showState(store: Store, clock: Clock): SandboxState {
  const now = clock.now();
  const sections = sectionsOf(store);
  const sessions = sections.sessions.map((session) => sessionAt(session, now));
  return structuredClone({ clock: now.toISOString(), ...sections, sessions });
}

/** Returns the rows in the format of a seed file. */
export function showSeed(rows: RowReader): StateAsSeed {
  const [clock] = rows.list('clock');
  return { ...(clock && { clock }), ...sectionsOf(rows) };
}

function sectionsOf(rows: RowReader): StateSections {
  return {
    coupons: rows.list('coupons'),
    pricePoints: rows.list('pricePoints'),
    promoCodes: rows.list('promoCodes'),
    offers: rows.list('offers'),
    content: rows.list('content'),
    translations: {
      dynamicTranslations: rows.list('dynamicTranslations'),
      staticTranslations: rows.list('staticTranslations'),
    },
    sessions: rows.list('sessions'),
    transactions: rows.list('transactions'),
    personalization: rows.list('personalization'),
  };
}
