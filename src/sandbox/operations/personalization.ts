import {
  type PersonalizationTrigger,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
} from '../../contract/personalization.ts';
import { route, type Route } from '../call.ts';
import { documentedError, type ErrorAnswer, type Place } from '../error-answers.ts';
import type { World } from '../world.ts';

/** Personalization triggers (§4.11, §4.12). No callback is called: its payload is not documented. */
export function personalizationRoutes({ settings }: World): Route[] {
  const triggered = (): PersonalizationTrigger => ({
    message: `Event triggered for publisher ${settings.publisherId}`,
  });
  return [
    route(refreshActivePlayers, triggered),
    route(refreshSpecificActivePlayers, triggered, refusePlayerIds),
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
