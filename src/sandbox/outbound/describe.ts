import { printable } from '../../errors/printable.ts';
import type { Delivery } from '../store/tables.ts';
import type { GameAuthOutcome } from './game-auth.ts';

/** What a callback led to, for people. */
export interface CallbackReport {
  readonly lines: readonly string[];
  /** Set if the publisher's endpoint failed. */
  readonly failure?: string | undefined;
}

/** A {@link GameAuthOutcome}, also one that was read from JSON. */
interface GameAuth {
  readonly shows: GameAuthOutcome['shows'];
  readonly deepLink?: string | undefined;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
}

/** A trigger, also one that was read from JSON. */
interface Personalization {
  readonly date: string;
  readonly playerIds?: readonly string[] | undefined;
  readonly delivery?: Delivery | undefined;
}

/** Describes what a player sees after a game authentication. */
export function describeGameAuth(outcome: GameAuth): CallbackReport {
  const { shows, deepLink = '', status, problem = 'unknown reason' } = outcome;
  if (shows === 'error') {
    return {
      lines: ['the player sees an error'],
      failure: `your game authentication endpoint failed: ${printable(problem, 500)}`,
    };
  }
  const what = shows === 'redirect' ? 'is redirected to' : 'sees a QR code of';
  return {
    lines: [`your endpoint responded with ${status ?? '-'}: the player ${what} ${printable(deepLink, 500)}`],
  };
}

/** Describes a personalization trigger and its delivery; `advice` says how to deliver it, if there was none. */
export function describePersonalization(event: Personalization, advice: string): CallbackReport {
  const { date, playerIds, delivery } = event;
  const who = playerIds === undefined ? 'all active players' : printable(playerIds.join(', '), 200);
  const lines = [`personalization of ${who} is triggered at ${printable(date, 50)}`];
  if (delivery === undefined) return { lines: [...lines, `recorded only: ${advice}`] };
  if ('error' in delivery) {
    return { lines, failure: `your personalization endpoint failed: ${printable(delivery.error, 500)}` };
  }
  const { status } = delivery;
  if (status >= 200 && status < 300) return { lines: [...lines, `your endpoint responded with ${status}`] };
  return { lines, failure: `your personalization endpoint failed: it responded with ${status}` };
}
