import type { Settings } from '../options.ts';
import type { Store } from '../state/store.ts';
import type { Delivery, PersonalizationEvent } from '../state/tables.ts';
import { callbackTimeout, describeFailure, sendOverNetwork, signedPost } from './signed-post.ts';

/**
 * Delivers the Personalize Web Store Callback in the background, once for each trigger.
 *
 * The callback's payload and URL are not documented (§6): the sandbox posts `{ playerIds?, publisherId, date }`, signed
 * like the callback of §4.14. Without `playerIds` it is for all active players.
 */
export class Deliveries {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(settings: Settings, store: Store) {
    this.#settings = settings;
    this.#store = store;
  }

  /** Records a trigger, and starts its delivery if there is a URL. */
  trigger(event: PersonalizationEvent): void {
    const key = String(this.#store.count('personalization'));
    this.#store.write({ table: 'personalization', key, row: event });
    if (this.#settings.personalizeUrl === undefined) return;
    const delivery = this.#deliver(this.#settings.personalizeUrl, key, event)
      // The journal cannot be written: the trigger stays without its outcome.
      .catch(() => undefined)
      .finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  /** Resolves when every delivery has ended. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** Cancels pending deliveries. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.settled();
  }

  async #deliver(url: string, key: string, event: PersonalizationEvent): Promise<void> {
    const delivery = await this.#post(url, event);
    // A reset may have discarded the trigger meanwhile, and a new one may have its key.
    const discarded = this.#store.get('personalization', key) !== event;
    if (this.#closing.signal.aborted || discarded) return;
    this.#store.write({ table: 'personalization', key, row: { ...event, delivery } });
  }

  async #post(url: string, { date, playerIds }: PersonalizationEvent): Promise<Delivery> {
    const payload = { playerIds, publisherId: this.#settings.publisherId, date };
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(callbackTimeout)]);
    try {
      const response = await sendOverNetwork(await signedPost(url, payload, this.#settings, signal));
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { error: describeFailure(error) };
    }
  }
}
