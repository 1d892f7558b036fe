import {
  type PersonalizationTrigger,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
} from '../../contract/personalization.ts';
import { route, type Route } from '../call.ts';
import { documentedError, type ErrorAnswer, type Place } from '../error-answers.ts';
import type { World } from '../world.ts';

/** Personalization triggers (§4.11, §4.12). Each is recorded, and delivered where there is an address. */
export function personalizationRoutes({ settings, now, deliveries }: World): Route[] {
  const trigger = (players: { readonly playerIds?: readonly string[] }): PersonalizationTrigger => {
    deliveries.trigger({ date: now().toISOString(), ...players });
    return { message: `Event triggered for publisher ${settings.publisherId}` };
  };
  return [
    route(refreshActivePlayers, () => trigger({})),
    route(refreshSpecificActivePlayers, ({ body: { playerIds } }) => trigger({ playerIds }), refusePlayerIds),
  ];
}

/** Lists the documented validations that fail (§7.4); what is not an array fails all three. */
function refusePlayerIds(place: Place, body: unknown): ErrorAnswer {
  const playerIds = Object(body) === body ? (body as { playerIds?: unknown }).playerIds : undefined;
  const list: readonly unknown[] | undefined = Array.isArray(playerIds) ? playerIds : undefined;
  const failures = [
    ...(list?.every((id) => typeof id === 'string') ? [] : ['every value in playerIds must be a string']),
    ...(list && list.length > 0 ? [] : ['playerIds must contain at least 1 element']),
    ...(list ? [] : ['playerIds must be an array']),
  ];
  return documentedError(place, 'schema_validation', { failures });
}
