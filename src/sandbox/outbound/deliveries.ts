import type { Settings } from '../options.ts';
import type { Store } from '../state/store.ts';
import type { Delivery, PersonalizationEvent } from '../state/tables.ts';
import { failureText, patience, sendOverNetwork, signedPost } from './signed-post.ts';

/** Sends the Personalize Web Store Callback in the background, once for each trigger. */
export interface Deliveries {
  /** Records a trigger, and begins to deliver it where there is an address. */
  trigger(event: PersonalizationEvent): void;
  /** Waits until every delivery has come to its end. */
  settled(): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/**
 * The callback's payload and address are not documented (§6): the sandbox posts
 * `{ playerIds?, publisherId, date }`, signed as the callback of §4.14 is. Without `playerIds` it is for all players
 * who are active.
 */
export function createDeliveries(settings: Settings, store: Store): Deliveries {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  const post = async (url: string, { date, playerIds }: PersonalizationEvent): Promise<Delivery> => {
    const payload = { playerIds, publisherId: settings.publisherId, date };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patience)]);
    try {
      const response = await sendOverNetwork(signedPost(url, payload, settings, signal));
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { error: failureText(error) };
    }
  };

  const deliver = async (url: string, key: string, event: PersonalizationEvent): Promise<void> => {
    const delivery = await post(url, event);
    // A reset may have forgotten it meanwhile, and another may have its place.
    const forgotten = store.get('personalization', key) !== event;
    if (closing.signal.aborted || forgotten) return;
    store.write({ table: 'personalization', key, row: { ...event, delivery } });
  };

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };

  return {
    trigger(event): void {
      const key = String(store.count('personalization'));
      store.write({ table: 'personalization', key, row: event });
      if (settings.personalizeUrl === undefined) return;
      const delivery = deliver(settings.personalizeUrl, key, event)
        // The journal cannot be written: the trigger stays without its result.
        .catch(() => undefined)
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    settled,
    close(): Promise<void> {
      closing.abort();
      return settled();
    },
  };
}
