import { PublisherError, type PublisherClient } from 'publisher-commerce';

export interface StoreRefresherOptions {
  readonly client: PublisherClient;
  /** How long events are collected before one request for all their players, in milliseconds. */
  readonly wait: number;
  /** How many players may be queued while the service is down; later ones are refreshed after their next event. */
  readonly maxWaiting: number;
  readonly log: (line: string) => void;
}

/** Refreshes players' web stores after a change, in the background: it never throws and never blocks the game. */
export class StoreRefresher {
  readonly #options: StoreRefresherOptions;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending = Promise.resolve();

  constructor(options: StoreRefresherOptions) {
    this.#options = options;
  }

  /** Queues a player whose store should be refreshed; returns immediately. */
  playerChanged(playerId: string): void {
    const { log, maxWaiting, wait } = this.#options;
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(playerId)) {
      log(`${playerId} is not refreshed: ${maxWaiting} players are queued already`);
      return;
    }
    this.#waiting.add(playerId);
    this.#timer ??= setTimeout(() => void this.flush(), wait);
  }

  /** Refreshes all queued players now. Never rejects: players whose refresh failed stay queued. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  /** Stops, after a last attempt. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const playerIds = [...this.#waiting];
    if (playerIds.length === 0) return;
    const { client, log } = this.#options;
    this.#waiting.clear();
    try {
      // A short time limit: a late refresh is worth little. The operation is idempotent, so the client retries it.
      await client.personalization.refreshSpecificActivePlayers(playerIds, {
        timeout: 2000,
        totalTimeout: 5000,
      });
      log(`refreshed: ${playerIds.join(', ')}`);
    } catch (error) {
      if (error instanceof PublisherError && error.outcome === 'rejected') {
        // The same request would be rejected again.
        log(`rejected: ${error.message}`);
        return;
      }
      for (const id of playerIds) this.playerChanged(id);
      log(`not refreshed, will retry later: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
