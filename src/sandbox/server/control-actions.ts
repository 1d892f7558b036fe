import * as z from 'zod';

import { inputObject } from '../../api/input-object.ts';
import { ConfigurationError, InvalidRequestError } from '../../errors/index.ts';
import { rejectedOption } from '../../options/rules.ts';
import { bytesResponse } from '../json.ts';
import type { FaultPlan } from '../operations/faults/fault-plan.ts';
import type { Context } from '../operations/route.ts';
import { callbackUrl } from '../options.ts';
import { callGameAuth } from '../outbound/game-auth.ts';
import { showSeed } from '../seed/seed-file.ts';
import type { Service } from '../service.ts';
import { showState } from '../store/show-state.ts';
import type { Store } from '../store/store.ts';

/** A request to the control endpoint. */
interface ControlCall {
  /** The path parameter: a session's token or a purchase's id. */
  readonly id: string;
  /** The body; an empty object if there was none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An action of the control endpoint. */
export interface Action {
  readonly method: 'GET' | 'POST';
  readonly path: `/_sandbox/${string}`;
  /** Runs the action and returns the body of the response, or the response. */
  readonly run: (service: Service, call: ControlCall) => unknown;
}

const unknown = 'is unknown';
const clockRule = { error: 'must be an integer number of milliseconds, 0 or more' };
const clockSchema = inputObject(
  { example: '{ "advance": 60000 }', unknown },
  { advance: z.int(clockRule).min(0, clockRule) },
);
const urlSchema = callbackUrl.optional();
const gameAuthSchema = inputObject(
  { example: '{ "device": "DESKTOP" }', unknown },
  { url: urlSchema, device: z.string({ error: 'must be a string' }).optional() },
);
const playersRule = { error: 'must be an array of at least one player id' };
const personalizeSchema = inputObject(
  { example: '{ "playerIds": ["player-1"] }', unknown },
  {
    url: urlSchema,
    playerIds: z
      .array(z.string({ error: 'must be a string' }).regex(/\S/, { error: 'must not be empty' }), playersRule)
      .min(1, playersRule)
      .readonly()
      .optional(),
  },
);
const emptySchema = inputObject({ example: '{}', unknown }, {});

/** All actions of the control endpoint. */
export const actions: readonly Action[] = [
  post('/_sandbox/reset', emptySchema, (service) => {
    service.reset();
    return { ok: true };
  }),
  {
    method: 'POST',
    path: '/_sandbox/fail',
    run: ({ faults }, { body }) => {
      // `add` validates every field.
      faults.add(body as unknown as FaultPlan);
      return { ok: true };
    },
  },
  { method: 'GET', path: '/_sandbox/state', run: ({ context }) => showState(context.store, context.clock) },
  { method: 'GET', path: '/_sandbox/seed', run: ({ context }) => seedResponse(context.store) },
  post('/_sandbox/clock', clockSchema, ({ context }, { advance }) => ({ now: moveClock(context, advance) })),
  post('/_sandbox/game-auth', gameAuthSchema, ({ context }, { url, device }) =>
    callGameAuth(context, url, { device }),
  ),
  post('/_sandbox/personalize', personalizeSchema, async ({ context }, { url, playerIds }) => {
    const date = context.clock.now().toISOString();
    const event = playerIds === undefined ? { date } : { date, playerIds };
    return { ...event, delivery: await context.deliveries.trigger(event, url) };
  }),
  post('/_sandbox/sessions/:id/pay', emptySchema, ({ purchases }, _body, id) => purchases.pay(id)),
  post('/_sandbox/sessions/:id/decline', emptySchema, ({ purchases, context }, _body, id) => {
    purchases.decline(id);
    return { ok: true, session: context.store.get('sessions', id) };
  }),
  post('/_sandbox/sessions/:id/cancel', emptySchema, ({ purchases, context }, _body, id) => {
    purchases.cancel(id);
    return { ok: true, session: context.store.get('sessions', id) };
  }),
  post('/_sandbox/purchases/:id/refund', emptySchema, ({ purchases }, _body, id) => purchases.refund(id)),
  post('/_sandbox/purchases/:id/dispute', emptySchema, ({ purchases }, _body, id) => purchases.dispute(id)),
  post('/_sandbox/purchases/:id/reinstate', emptySchema, ({ purchases }, _body, id) =>
    purchases.reinstate(id),
  ),
];

function post<Body>(
  path: Action['path'],
  schema: z.ZodType<Body>,
  run: (service: Service, body: Body, id: string) => unknown,
): Action {
  return {
    method: 'POST',
    path,
    run: (service, { id, body }) => run(service, validate(schema, body), id),
  };
}

/** Moves the clock. What it rejects is the field of the body, not the argument of `sandbox.advance`. */
function moveClock({ clock }: Context, advance: number): Date {
  try {
    return clock.advance(advance);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw new ConfigurationError('advance', error.issues[0]?.message ?? 'is invalid');
  }
}

function validate<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw rejectedOption(result.error, 'body');
}

/** The state as a seed file, indented: people edit it. */
function seedResponse(store: Store): Response {
  return bytesResponse(200, Buffer.from(`${JSON.stringify(showSeed(store), null, 2)}\n`));
}
