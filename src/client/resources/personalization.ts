import {
  type PersonalizationTrigger,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
} from '../api/personalization.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';

export type { PersonalizationTrigger } from '../api/personalization.ts';

/** Real-time refresh of what players see in the web store (§4.11, §4.12). */
export interface Personalization {
  /**
   * Refreshes the web store for every player who is currently browsing it (§4.11).
   *
   * The service calls your Personalize Web Store Callback for each player. The response only confirms that the
   * refresh was triggered.
   *
   * @example
   * ```ts
   * const { message } = await client.personalization.refreshActivePlayers();
   * console.log(message);
   * ```
   */
  refreshActivePlayers(options?: CallOptions): Promise<PersonalizationTrigger>;

  /**
   * Refreshes the web store for those of the given players who are currently browsing it (§4.12).
   *
   * @throws {@link InvalidRequestError} when `playerIds` is empty or has anything but strings
   * @throws {@link BadRequestError} with the reason `schema_validation`; `details.failures` lists the causes
   * @example
   * ```ts
   * await client.personalization.refreshSpecificActivePlayers(['player-1', 'player-2']);
   * ```
   */
  refreshSpecificActivePlayers(
    playerIds: readonly string[],
    options?: CallOptions,
  ): Promise<PersonalizationTrigger>;
}

/** @internal */
export function createPersonalization(transport: Transport): Personalization {
  return {
    refreshActivePlayers: (options) => transport.send(refreshActivePlayers, {}, options),
    refreshSpecificActivePlayers: (playerIds, options) =>
      transport.send(refreshSpecificActivePlayers, { body: { playerIds } }, options),
  };
}
