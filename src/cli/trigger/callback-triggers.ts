import * as z from 'zod';

import { describeGameAuth, describePersonalization } from '../../sandbox/outbound/describe.ts';
import { checkId, type Trigger } from './trigger.ts';

const outcomeSchema = z.looseObject({
  shows: z.enum(['redirect', 'qr_code', 'error']),
  deepLink: z.string().optional(),
  status: z.number().optional(),
  problem: z.string().optional(),
});

const eventSchema = z.looseObject({
  date: z.string(),
  playerIds: z.array(z.string()).optional(),
  delivery: z.union([z.object({ status: z.number() }), z.object({ error: z.string() })]).optional(),
});

/** Requests from the service to your endpoints. */
export const callbackTriggers: readonly Trigger[] = [
  {
    name: 'game-auth',
    summary: 'call your game authentication endpoint',
    description: 'Calls your game authentication endpoint, as for a player who logs in to the web store.',
    example: 'game-auth --endpoint http://localhost:3000/auth',
    define: (command) =>
      void command
        .option('--endpoint <url>', 'your endpoint (default: --game-auth-url of the sandbox)')
        .option(
          '--device <name>',
          "the player's device; MOBILE is sent as --mobile-device (default DESKTOP)",
        ),
    run: async (command, sandbox) => {
      const { endpoint, device } = command.opts<{ endpoint?: string; device?: string }>();
      const outcome = await sandbox.post({
        path: 'game-auth',
        body: { url: endpoint, device },
        schema: outcomeSchema,
        flags: { url: '--endpoint', device: '--device' },
        messages: { gameAuthUrl: '--endpoint: is required, unless the sandbox has --game-auth-url' },
      });
      return { ...describeGameAuth(outcome), fields: { outcome } };
    },
  },
  {
    name: 'personalize',
    summary: 'call your endpoint for personalization triggers',
    description: 'Triggers personalization, and calls your endpoint if one is set.',
    example: 'personalize --player player-1 --player player-2',
    define: (command) =>
      void command
        .option('--endpoint <url>', 'your endpoint (default: --personalize-url of the sandbox)')
        .option(
          '--player <id>',
          'player to refresh; repeatable (default: all active players)',
          (id: string, ids: string[] | undefined) => [...(ids ?? []), id],
        ),
    run: async (command, sandbox) => {
      const { endpoint, player } = command.opts<{ endpoint?: string; player?: string[] }>();
      const event = await sandbox.post({
        path: 'personalize',
        body: { url: endpoint, playerIds: player?.map((id) => checkId('--player', id)) },
        schema: eventSchema,
        flags: { url: '--endpoint', playerIds: '--player' },
      });
      const advice = 'start the sandbox with --personalize-url, or use --endpoint, to deliver it';
      return { ...describePersonalization(event, advice), fields: { event } };
    },
  },
];
