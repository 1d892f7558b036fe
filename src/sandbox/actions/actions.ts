import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import { ConfigurationError } from '../../client/errors/index.ts';
import { printable } from '../../client/errors/printable.ts';
import { type Action, defineAction, noFields, unknown } from './action.ts';
import { callbackActions } from './callback-actions.ts';
import { faultActions } from './fault-actions.ts';
import { purchaseActions } from './purchase-actions.ts';

const clockRule = { error: 'must be an integer number of milliseconds, 0 or more' };
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration such as `90m`. */
function toMilliseconds(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)(ms|[smhd])$/.exec(text.trim()) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? 0);
  if (milliseconds > 0 && Number.isSafeInteger(milliseconds)) return milliseconds;
  throw new ConfigurationError(
    'advance',
    'must be a positive integer with a unit (ms, s, m, h or d), for example 2s, 90m or 24h',
  );
}

/** All that can be done to a sandbox: the control endpoint, `trigger` and the forms of the page are made from this list. */
export const actions: readonly Action[] = [
  ...purchaseActions,
  ...callbackActions,
  ...faultActions,
  defineAction({
    name: 'advance',
    path: 'clock',
    section: 'clock',
    label: 'Move forward',
    summary: "move the sandbox's clock forward",
    description: "Moves the sandbox's clock forward.",
    example: 'advance 24h',
    schema: inputObject(
      { example: '{ "advance": 60000 }', unknown },
      { advance: z.int(clockRule).min(0, clockRule) },
    ),
    fields: {
      advance: {
        label: 'Move forward by',
        flag: '<duration>',
        help: 'such as 90m, 24h or 2d; units: ms, s, m, h, d',
        read: toMilliseconds,
        placeholder: 'such as 90m, 24h or 2d',
        initial: () => '1d',
      },
    },
    run: ({ context }, { advance }) => ({ now: context.clock.advance(advance).toISOString() }),
    report: ({ now }) => ({ lines: [`the sandbox's clock is at ${printable(now, 50)}`], fields: { now } }),
  }),
  defineAction({
    name: 'reset',
    path: 'reset',
    section: 'reset',
    label: 'Reset the sandbox',
    summary: 'discard all changes and faults',
    description: 'Discards all changes and faults: the sandbox is in its initial state again.',
    example: 'reset',
    schema: noFields,
    fields: {},
    run: (service) => {
      service.reset();
      return { ok: true };
    },
    report: () => ({
      lines: ['the sandbox is in its initial state, without changes and faults'],
      fields: {},
    }),
  }),
];

/** The action of a name that is in the list. */
export function actionOf(name: string): Action {
  const found = actions.find((action) => action.name === name);
  if (!found) throw new Error(`there is no action ${name}`);
  return found;
}
