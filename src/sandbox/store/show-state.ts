import type { TranslationSet } from '../../client/api/translations.ts';
import type { PlannedFault } from '../operations/faults/fault.ts';
import type { Service } from '../service.ts';
import { sessionAt } from './session.ts';
import type { Store } from './store.ts';
import type { Section, StoredClock, StoreTables } from './tables.ts';

/** The rows of the sandbox as plain JSON, by section. */
type Sections = { readonly [Name in keyof StoreTables as Name & Section]: readonly StoreTables[Name][] } & {
  /** Translations of both kinds. */
  readonly translations: TranslationSet;
};

/** The state of the sandbox as plain JSON. */
export interface SandboxState extends Sections {
  /** The sandbox's clock: UTC, ISO 8601. */
  readonly clock: string;
  /** The fault plans that still make requests fail, the oldest first; empty once each was consumed. */
  readonly faults: readonly PlannedFault[];
}

/** Returns a copy of the state. */
export function showState({ context: { store, clock }, faults }: Service): SandboxState {
  const now = clock.now();
  const sections = sectionsOf(store);
  const sessions = sections.sessions.map((session) => sessionAt(session, now));
  return structuredClone({ clock: now.toISOString(), ...sections, sessions, faults: faults.show() });
}

/** Returns the rows in the format of a seed file; without a clock if it was not moved. */
export function showSeed(store: Store): Sections & { readonly clock?: StoredClock } {
  const [clock] = store.list('clock');
  return { ...(clock && { clock }), ...sectionsOf(store) };
}

function sectionsOf(store: Store): Sections {
  return {
    coupons: store.list('coupons'),
    pricePoints: store.list('pricePoints'),
    promoCodes: store.list('promoCodes'),
    offers: store.list('offers'),
    content: store.list('content'),
    translations: {
      dynamicTranslations: store.list('dynamicTranslations'),
      staticTranslations: store.list('staticTranslations'),
    },
    sessions: store.list('sessions'),
    transactions: store.list('transactions'),
    personalization: store.list('personalization'),
  };
}
