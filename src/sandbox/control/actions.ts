import * as z from 'zod';

import { rejectedOption } from '../../options/rejected-option.ts';
import type { Sandbox } from '../create-sandbox.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';

/** What the control endpoint may do with a sandbox. */
export type Controls = Pick<Sandbox, 'advance' | 'callGameAuth' | 'fail' | 'purchases' | 'reset' | 'state'>;

/** A request for the control endpoint. */
export interface ControlCall {
  /** The last path parameter: a session's token or a purchase's id. */
  readonly id: string;
  /** An object; empty where nothing was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One thing that the control endpoint does. */
export interface Action {
  readonly method: 'GET' | 'POST';
  readonly path: `/_sandbox/${string}`;
  /** Does it and gives the body of the answer. */
  readonly run: (controls: Controls, call: ControlCall) => unknown;
}

const wholeMilliseconds = { error: 'must be a whole number of milliseconds, from 0' };
const clockSchema = z.strictObject({ advance: z.int(wholeMilliseconds).min(0, wholeMilliseconds) });
const gameAuthSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
    .optional(),
  device: z.string({ error: 'must be text' }).optional(),
});
const nothingSchema = z.strictObject({});

/** Everything that the control endpoint does. */
export const actions: readonly Action[] = [
  post('/_sandbox/reset', nothingSchema, (controls) => {
    controls.reset();
    return { ok: true };
  }),
  {
    method: 'POST',
    path: '/_sandbox/fail',
    run: (controls, { body }) => {
      // Whatever it is, `fail` checks it field by field.
      controls.fail(body as unknown as FaultPlan);
      return { ok: true };
    },
  },
  { method: 'GET', path: '/_sandbox/state', run: (controls) => controls.state() },
  post('/_sandbox/clock', clockSchema, (controls, { advance }) => ({ now: controls.advance(advance) })),
  post('/_sandbox/game-auth', gameAuthSchema, (controls, { url, device }) =>
    controls.callGameAuth(url, { device }),
  ),
  post('/_sandbox/sessions/:id/pay', nothingSchema, ({ purchases }, _body, id) => purchases.pay(id)),
  post('/_sandbox/sessions/:id/cancel', nothingSchema, ({ purchases }, _body, id) => {
    purchases.cancel(id);
    return { ok: true };
  }),
  post('/_sandbox/purchases/:id/refund', nothingSchema, ({ purchases }, _body, id) => purchases.refund(id)),
  post('/_sandbox/purchases/:id/dispute', nothingSchema, ({ purchases }, _body, id) => purchases.dispute(id)),
  post('/_sandbox/purchases/:id/reinstate', nothingSchema, ({ purchases }, _body, id) =>
    purchases.reinstate(id),
  ),
];

function post<Body>(
  path: Action['path'],
  schema: z.ZodType<Body>,
  run: (controls: Controls, body: Body, id: string) => unknown,
): Action {
  return {
    method: 'POST',
    path,
    run: (controls, { id, body }) => run(controls, check(schema, body), id),
  };
}

function check<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw rejectedOption(result.error, { whole: 'body', unknown: 'is unknown' });
}
