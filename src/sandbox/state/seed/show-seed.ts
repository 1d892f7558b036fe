import type { Store } from '../store.ts';
import type { Seed } from './seed-schema.ts';

/** Returns the state in the format of a seed file. */
export function showSeed(store: Store): Seed {
  const advance = store.get('clock', 'ahead');
  return {
    ...(advance !== undefined && { clock: { advance } }),
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
