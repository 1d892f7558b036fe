import type { TranslationSet } from '../../client/api/translations.ts';
import type { Clock } from './clock.ts';
import { sessionAt } from './session.ts';
import type { RowReader, Store } from './store.ts';
import type { Section, StoredClock, Tables } from './tables.ts';

/** The rows of the sandbox as plain JSON, by section. */
type Sections = { readonly [Name in keyof Tables as Name & Section]: readonly Tables[Name][] } & {
  /** Translations of both kinds. */
  readonly translations: TranslationSet;
};

/** The state of the sandbox as plain JSON. */
export interface SandboxState extends Sections {
  /** The sandbox's clock: UTC, ISO 8601. */
  readonly clock: string;
}

/** Returns a copy of the state. */
export function showState(store: Store, clock: Clock): SandboxState {
  const now = clock.now();
  const sections = sectionsOf(store);
  const sessions = sections.sessions.map((session) => sessionAt(session, now));
  return structuredClone({ clock: now.toISOString(), ...sections, sessions });
}

/** Returns the rows in the format of a seed file; without a clock if it was not moved. */
export function showSeed(rows: RowReader): Sections & { readonly clock?: StoredClock } {
  const [clock] = rows.list('clock');
  return { ...(clock && { clock }), ...sectionsOf(rows) };
}

function sectionsOf(rows: RowReader): Sections {
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
