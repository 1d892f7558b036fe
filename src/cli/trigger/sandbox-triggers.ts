import * as z from 'zod';

import { ConfigurationError } from '../../errors/index.ts';
import { printable } from '../../errors/printable.ts';
import { describeOutcome } from '../../sandbox/operations/faults/read-plan.ts';
import type { FaultPlan } from '../../sandbox/operations/faults/fault-plan.ts';
import { type Plan, readPlan } from '../../sandbox/operations/faults/read-plan.ts';
import { toInteger } from '../../sandbox/operations/faults/read-plan.ts';
import { UsageError } from '../command-error.ts';
import { flagOf } from '../flags.ts';
import { readDuration } from '../read-time.ts';
import { counted, grouped } from '../format.ts';
import type { Trigger } from './trigger.ts';

interface Flags {
  readonly operation?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly fault?: string;
  readonly times?: string;
  readonly after?: string;
  readonly retryAfter?: string;
  readonly message?: string;
  readonly field?: string;
  readonly applied?: boolean;
}

/** Makes requests fail. */
export const faultTrigger: Trigger = {
  name: 'fault',
  summary: 'make the next requests for an operation fail',
  description: 'Makes the next requests for an operation fail.',
  example: 'fault --operation offers.list --status 503',
  define: (command) =>
    void command
      .option('--operation <name>', 'such as pricePoints.get, or "*" for all; required')
      .option('--status <number>', 'an error status, 400 to 599')
      .option('--reason <name>', 'a documented error, such as slug_exists')
      .option('--fault <name>', 'a fault instead of an error response, such as cut_body')
      .option('--times <number>', 'how many requests fail, or Infinity (default 1)')
      .option('--after <number>', 'how many requests are skipped first (default 0)')
      .option('--retry-after <value>', 'the header Retry-After: seconds, or an HTTP date')
      .option('--message <text>', 'replaces the documented message; with --status')
      .option('--field <path>', 'which field is null; with --fault null_field')
      .option('--applied', 'carry out the operation before it fails')
      .option('--no-applied', 'do not carry out the operation'),
  run: async (command, sandbox) => {
    const input = planOf(command.opts<Flags>());
    const { plan, operation } = validate(input);
    await sandbox.post({ path: 'fail', body: input, schema: z.looseObject({ ok: z.literal(true) }) });
    return { lines: [describe(plan, operation)], fields: { plan: input } };
  },
};

/** The plan as JSON; a value that is no number is left as it is, for the message about its field. */
function planOf({ status, times, after, retryAfter, ...strings }: Flags): Readonly<Record<string, unknown>> {
  const numbers = { status, times, after, retryAfter };
  const read = Object.entries(numbers).map(([name, value]) => [name, toInteger(value)] as const);
  const fields: readonly (readonly [string, unknown])[] = [...Object.entries(strings), ...read];
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Validated here too, so that a wrong command line needs no sandbox to be found. */
function validate(input: Readonly<Record<string, unknown>>): { plan: Plan; operation: string } {
  try {
    // `readPlan` validates every field.
    return { plan: readPlan(input as unknown as FaultPlan), operation: String(input['operation']) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UsageError(`${flagOf(error.option)}: ${error.rule}`);
  }
}

function describe(plan: Plan, operation: string): string {
  const { times, after } = plan;
  const target = operation === '*' ? 'any operation' : operation;
  const requests =
    times === Infinity
      ? `all requests for ${target} fail`
      : times === 1
        ? `the next request for ${target} fails`
        : `the next ${grouped(times)} requests for ${target} fail`;
  const skipped = after === 0 ? '' : `, after ${counted(after, 'request')}`;
  return `${requests} with ${describeOutcome(plan)}${skipped}`;
}

/** What happens to the sandbox as a whole. */
export const stateTriggers: readonly Trigger[] = [
  {
    name: 'advance',
    summary: "move the sandbox's clock forward",
    description: "Moves the sandbox's clock forward.",
    example: 'advance 24h',
    define: (command) => void command.argument('<duration>', 'such as 90m, 24h or 2d; units: ms, s, m, h, d'),
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
