import type * as z from 'zod';

import { responseObject, string } from './fields.ts';
import { arrayInput, stringInput } from './input.ts';
import { inputObject } from './input-object.ts';
import type { NoInput, Operation } from './operation.ts';

/** Confirmation that the personalization callback was triggered (§4.11, §4.12). */
export const personalizationTriggerSchema = responseObject({
  /** For example `Event triggered for publisher <publisher_id>`. */
  message: string(),
});

/** Confirmation that the personalization callback was triggered (§4.11, §4.12). */
export interface PersonalizationTrigger extends z.output<typeof personalizationTriggerSchema> {}

/** The players to refresh (§4.12, §8). */
export const playerIdsSchema = inputObject('{ playerIds: ["player-1"] }', {
  /** Your ids of the players. */
  playerIds: arrayInput(stringInput('player-1'), '"player-1"')
    .min(1, { error: 'must contain at least 1 element' })
    .readonly(),
});

/** The players to refresh (§4.12). */
interface PlayerIds extends z.input<typeof playerIdsSchema> {}

export const refreshActivePlayers: Operation<PersonalizationTrigger, NoInput> = {
  name: 'personalization.refreshActivePlayers',
  method: 'POST',
  path: '/store/v1/personalization/refresh-active-players',
  effect: 'idempotent',
  section: '4.11',
  output: personalizationTriggerSchema,
  errors: 'unknown',
};

export const refreshSpecificActivePlayers: Operation<PersonalizationTrigger, { body: PlayerIds }> = {
  name: 'personalization.refreshSpecificActivePlayers',
  method: 'POST',
  path: '/store/v1/personalization/refresh-specific-active-players',
  effect: 'idempotent',
  section: '4.12',
  body: playerIdsSchema,
  output: personalizationTriggerSchema,
  errors: 'personalization',
};
