import { inputObject } from '../../client/api/input-object.ts';
import { invalidOption } from '../../client/errors/index.ts';
import { printable } from '../../client/errors/printable.ts';
import { durationRule, parseDuration } from '../../shared/parse-duration.ts';
import { clockStep } from '../store/clock.ts';
import { type Action, defineAction, noFields, unknown } from './action.ts';
import { callbackActions } from './callback-actions.ts';
import { faultActions } from './fault-actions.ts';
import { buyAction, purchaseActions } from './purchase-actions.ts';

/** The milliseconds of a duration such as `90m`. */
function toMilliseconds(text: string): number {
  const milliseconds = parseDuration(text.trim());
  if (milliseconds === undefined) throw invalidOption('advance', durationRule);
  return milliseconds;
}

/** All that can be done to a sandbox: the control endpoint, `trigger` and the forms of the page are made from this list. */
export const actions: readonly Action[] = [
  buyAction,
  ...purchaseActions,
  ...callbackActions,
  ...faultActions,
  defineAction({
    name: 'advance',
    path: 'clock',
    section: 'clock',
    label: 'Move forward',
    summary: "move the sandbox's clock forward",
    example: 'advance 24h',
    schema: inputObject({ example: '{ "advance": 60000 }', unknown }, { advance: clockStep }),
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
    summary: 'discard all changes and faults: the sandbox is in its initial state again',
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
