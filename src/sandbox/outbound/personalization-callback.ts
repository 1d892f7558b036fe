import type { SandboxSettings } from '../options.ts';
import type { Store } from '../store/store.ts';
import { type Delivery, type PersonalizationEvent, put } from '../store/tables.ts';
import type { Callbacks } from './callbacks.ts';

/**
 * Delivers the Personalize Web Store Callback in the background, once for each trigger.
 *
 * The callback's payload and URL are not documented (§6): the sandbox posts `{ playerIds?, publisherId, date }`, signed
 * like the callback of §4.14. Without `playerIds` it is for all active players.
 */
export class PersonalizationCallbacks {
  readonly #settings: SandboxSettings;
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(settings: SandboxSettings, store: Store, callbacks: Callbacks) {
    this.#settings = settings;
    this.#store = store;
    this.#callbacks = callbacks;
  }

  /**
   * Records a trigger, and starts its delivery if there is a URL, by default that of the option `personalizeUrl`.
   * Resolves with the outcome once it is recorded; `undefined` without a URL.
   *
   * @throws DataFileError if the trigger cannot be recorded; it is then not delivered.
   */
  trigger(
    event: PersonalizationEvent,
    url: string | undefined = this.#settings.personalizeUrl,
  ): Promise<Delivery | undefined> {
    const index = this.#store.count('personalization');
    this.#store.write(put('personalization', event, index));
    if (url === undefined) return Promise.resolve(undefined);
    const delivery = this.#post(url, event);
    const recorded = delivery
      .then((outcome) => this.#record(index, event, outcome))
      // The file cannot be written: the trigger stays without its outcome.
      .catch(() => undefined)
      .finally(() => this.#pending.delete(recorded));
    this.#pending.add(recorded);
    return recorded.then(() => delivery);
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

  #record(index: number, event: PersonalizationEvent, delivery: Delivery): void {
    // A reset may have discarded the trigger meanwhile, and a new one may have its key.
    const discarded = this.#store.list('personalization')[index] !== event;
    if (this.#closing.signal.aborted || discarded) return;
    this.#store.write(put('personalization', { ...event, delivery }, index));
  }

  #post(url: string, { date, playerIds }: PersonalizationEvent): Promise<Delivery> {
    const payload = { playerIds, publisherId: this.#settings.publisherId, date };
    return this.#callbacks.post(url, JSON.stringify(payload), this.#closing.signal);
  }
}
