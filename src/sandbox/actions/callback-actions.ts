import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import { invalidOption } from '../../client/errors/index.ts';
import { printable } from '../../client/errors/printable.ts';
import { callbackUrl } from '../options.ts';
import { callGameAuth, type GameAuthOutcome } from '../outbound/game-auth.ts';
import { SecretFilter } from '../requests/secret-filter.ts';
import type { Delivery, PersonalizationEvent } from '../store/tables.ts';
import { type Action, defineAction, type ActionField, id, type Report, unknown } from './action.ts';

const url = callbackUrl.optional();
const playersRule = { error: 'must be an array of at least one player id' };

const endpoint: Omit<ActionField, 'help'> = {
  label: 'Address of your endpoint',
  flag: '--endpoint <url>',
  type: 'url',
  placeholder: 'http://localhost:3000/…',
};

/** Requests from the service to your endpoints. */
export const callbackActions: readonly Action[] = [
  defineAction({
    name: 'game-auth',
    path: 'game-auth',
    section: 'callbacks',
    label: 'Authenticate',
    summary: 'call your game authentication endpoint, as for a player who logs in to the web store',
    example: 'game-auth --endpoint http://localhost:3000/auth',
    schema: inputObject(
      { example: '{ "device": "DESKTOP" }', unknown },
      { url, device: z.string({ error: 'must be a string' }).optional() },
    ),
    fields: {
      url: {
        ...endpoint,
        help: 'your endpoint (default: --game-auth-url of the sandbox)',
        initial: ({ gameAuthUrl }) => gameAuthUrl,
      },
      device: {
        label: "Player's device",
        flag: '--device <name>',
        help: "the player's device; MOBILE is sent as --mobile-device (default DESKTOP)",
        options: [
          ['DESKTOP', 'desktop'],
          ['MOBILE', 'phone'],
        ],
      },
    },
    run: ({ context }, input) => {
      const target = input.url ?? context.settings.gameAuthUrl;
      if (target === undefined) {
        throw invalidOption('url', 'is required, unless the sandbox has --game-auth-url');
      }
      return callGameAuth(context, target, { device: input.device });
    },
    report: reportGameAuth,
  }),
  defineAction({
    name: 'personalize',
    path: 'personalize',
    section: 'callbacks',
    label: 'Personalize',
    summary: 'trigger personalization, and call your endpoint if one is set',
    example: 'personalize --player player-1 --player player-2',
    schema: inputObject(
      { example: '{ "playerIds": ["player-1"] }', unknown },
      { url, playerIds: z.array(id, playersRule).min(1, playersRule).readonly().optional() },
    ),
    fields: {
      url: {
        ...endpoint,
        help: 'your endpoint (default: --personalize-url of the sandbox)',
        initial: ({ personalizeUrl }) => personalizeUrl,
      },
      playerIds: {
        label: 'Player ids, or none for all active players',
        flag: '--player <id>',
        help: 'player to refresh; repeatable (default: all active players)',
        isList: true,
      },
    },
    run: async ({ context }, { url: target, playerIds }) => {
      const date = context.clock.now().toISOString();
      const event = playerIds === undefined ? { date } : { date, playerIds };
      const delivery = await context.deliveries.trigger(event, target);
      return delivery === undefined ? event : { ...event, delivery };
    },
    report: reportPersonalization,
  }),
  defineAction({
    name: 'repeat',
    path: 'callbacks/:callback/repeat',
    section: 'callbacks',
    isOfRow: true,
    label: 'Repeat',
    summary: 'repeat a callback: the same body, with a new signature',
    example: 'repeat 1',
    schema: inputObject({ example: '{ "callback": "1" }', unknown }, { callback: id }),
    fields: {
      callback: { label: 'Callback', flag: '<callback>', help: 'number of the callback, as its page has it' },
    },
    run: ({ context }, { callback }) => context.callbacks.repeat(Number(callback)),
    report: (delivery) => ({ ...reportDelivery(delivery), fields: { delivery } }),
  }),
];

/** Describes what a player sees after a game authentication. */
function reportGameAuth(outcome: GameAuthOutcome): Report {
  const { shows, deepLink = '', accessToken = '', status, callback, problem = 'unknown reason' } = outcome;
  const fields = { outcome };
  if (shows === 'error') {
    const failure = `your game authentication endpoint failed: ${printable(problem, 500)}`;
    return { lines: [`callback ${callback ?? '-'} failed: the player sees an error`], fields, failure };
  }
  const what = shows === 'redirect' ? 'is redirected to' : 'sees a QR code of';
  // Many deep links contain the player's token.
  const link = printable(new SecretFilter([accessToken]).hide(deepLink), 500);
  const responded = `your endpoint responded to callback ${callback ?? '-'} with ${status ?? '-'}`;
  return { lines: [`${responded}: the player ${what} ${link}`], fields };
}

/** Describes a personalization trigger and its delivery. */
function reportPersonalization(event: PersonalizationEvent): Report {
  const { date, playerIds, delivery } = event;
  const who = playerIds === undefined ? 'all active players' : printable(playerIds.join(', '), 200);
  const lines = [`personalization of ${who} is triggered at ${printable(date, 50)}`];
  const fields = { event };
  if (delivery === undefined) {
    const advice = 'start the sandbox with --personalize-url, or name an endpoint, to deliver it';
    return { lines: [...lines, `recorded only: ${advice}`], fields };
  }
  const { lines: delivered, failure } = reportDelivery(delivery);
  return { lines: [...lines, ...delivered], fields, failure };
}

/** Describes the response of an endpoint. */
function reportDelivery(delivery: Delivery): Pick<Report, 'lines' | 'failure'> {
  const failed = 'your endpoint failed:';
  if ('error' in delivery) return { lines: [], failure: `${failed} ${printable(delivery.error, 500)}` };
  const { status } = delivery;
  return status >= 200 && status < 300
    ? { lines: [`your endpoint responded with ${status}`] }
    : { lines: [], failure: `${failed} it responded with ${status}` };
}
