import {
  type PersonalizationTrigger,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
} from '../../client/api/personalization.ts';
import { documentedError, type ErrorResponse, type ErrorSource } from './errors.ts';
import { type Context, route, type Route } from './route.ts';

/** Personalization triggers (§4.11, §4.12): each is recorded, and delivered to `personalizeUrl`. */
export function personalizationRoutes({ settings, clock, deliveries }: Context): Route[] {
  const trigger = (players: { readonly playerIds?: readonly string[] }): PersonalizationTrigger => {
    // The service responds before the callback.
    void deliveries.trigger({ date: clock.now().toISOString(), ...players });
    return { message: `Event triggered for publisher ${settings.publisherId}` };
  };
  return [
    route(refreshActivePlayers, () => trigger({})),
    route(refreshSpecificActivePlayers, ({ body: { playerIds } }) => trigger({ playerIds }), rejectPlayerIds),
  ];
}

function rejectPlayerIds(source: ErrorSource, body: unknown): ErrorResponse {
  const playerIds = Object(body) === body ? (body as { playerIds?: unknown }).playerIds : undefined;
  return documentedError(source, 'schema_validation', { failures: failuresOf(playerIds) });
}

/** The documented validations that player ids fail (§7.4); a value that is not an array fails all three. */
export function failuresOf(playerIds: unknown): string[] {
  const list: readonly unknown[] | undefined = Array.isArray(playerIds) ? playerIds : undefined;
  return [
    ...(list?.every((id) => typeof id === 'string') ? [] : ['every value in playerIds must be a string']),
    ...(list && list.length > 0 ? [] : ['playerIds must contain at least 1 element']),
    ...(list ? [] : ['playerIds must be an array']),
  ];
}
