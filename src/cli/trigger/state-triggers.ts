import * as z from 'zod';

import { printable } from '../../errors/printable.ts';
import { readDuration } from '../read-duration.ts';
import type { Trigger } from './trigger.ts';

/** What happens to the sandbox as a whole. */
export const stateTriggers: readonly Trigger[] = [
  {
    name: 'advance',
    summary: "move the sandbox's clock forward",
    description: "Moves the sandbox's clock forward.",
    example: 'advance 24h',
    define: (command) => void command.argument('<duration>', 'such as 90m, 24h or 2d; units: s, m, h, d'),
    run: async (command, sandbox) => {
      const advance = readDuration('<duration>', command.args[0] ?? '');
      const { now } = await sandbox.post({
        path: 'clock',
        body: { advance },
        schema: z.looseObject({ now: z.string() }),
        flags: { advance: '<duration>' },
      });
      return { lines: [`the sandbox's clock is at ${printable(now, 50)}`], fields: { now } };
    },
  },
  {
    name: 'reset',
    summary: 'discard all changes and faults',
    description: 'Discards all changes and faults: the sandbox is in its initial state again.',
    example: 'reset',
    run: async (_command, sandbox) => {
      await sandbox.post({ path: 'reset', schema: z.looseObject({ ok: z.literal(true) }) });
      return { lines: ['the sandbox is in its initial state, without changes and faults'], fields: {} };
    },
  },
];
