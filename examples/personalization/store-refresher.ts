import { PublisherError, type PublisherClient } from 'publisher-commerce';

export interface StoreRefresherOptions {
  readonly client: PublisherClient;
  /** How long events are collected before one request is made for all of their players, in milliseconds. */
  readonly wait: number;
  /** How many players may wait while the service is away; the store of a later one is as it was until the next event. */
  readonly maxWaiting: number;
  readonly log: (line: string) => void;
}

/** Refreshes the web store of players after something has changed for them. The game neither waits for it nor fails. */
export class StoreRefresher {
  readonly #options: StoreRefresherOptions;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending = Promise.resolve();

  constructor(options: StoreRefresherOptions) {
    this.#options = options;
  }

  /** Notes that the store of a player should change; returns at once. */
  playerChanged(playerId: string): void {
    const { log, maxWaiting, wait } = this.#options;
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(playerId)) {
      log(`${playerId} is not refreshed: ${maxWaiting} players wait already`);
      return;
    }
    this.#waiting.add(playerId);
    this.#timer ??= setTimeout(() => void this.flush(), wait);
  }

  /** Refreshes all who wait, now. Never rejects: who could not be refreshed waits for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  /** Stops, with a last attempt. */
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
      // A short deadline: a refresh that comes late is worth little. Repeats do no harm, so the client retries.
      await client.personalization.refreshSpecificActivePlayers(playerIds, { totalTimeout: 5000 });
      log(`refreshed: ${playerIds.join(', ')}`);
    } catch (error) {
      if (error instanceof PublisherError && error.outcome === 'rejected') {
        // The same request would be refused again.
        log(`refused: ${error.message}`);
        return;
      }
      for (const id of playerIds) this.playerChanged(id);
      log(`not refreshed, later again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
