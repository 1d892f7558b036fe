import * as z from 'zod';

import { documentedErrors } from '../../contract/documented-errors.ts';
import { getOffers } from '../../contract/offers.ts';
import { operations } from '../../contract/operations.ts';
import { getTransactions } from '../../contract/transactions.ts';
import { setTranslations } from '../../contract/translations.ts';
import { rejectedOption } from '../../options/rejected-option.ts';
import { type ApiErrorReason, ConfigurationError } from '../../errors/index.ts';
import type { Fault, FaultPlan } from './fault-plan.ts';

/** A plan with its defaults. */
export interface Plan {
  /** Name of an operation of the contract, or `*`. */
  readonly operation: string;
  readonly status: number | undefined;
  readonly reason: ApiErrorReason | undefined;
  readonly fault: Fault | undefined;
  readonly times: number;
  readonly after: number;
  readonly retryAfter: string | undefined;
  readonly message: string | undefined;
  readonly field: string | undefined;
  readonly applied: boolean;
}

/** Calls of the client that send another operation. */
const aliases: Readonly<Record<string, string>> = {
  'transactions.list': getTransactions.name,
  'offers.list': getOffers.name,
  'translations.setAll': setTranslations.name,
};
const names = operations.map(({ name }) => name);
const reasons = documentedErrors.map(({ reason }) => reason);
const faults = [
  'reset',
  'no_answer',
  'cut_body',
  'stalled_body',
  'malformed_json',
  'null_field',
  'empty_page',
  'repeated_cursor',
  'unknown_transaction_type',
] as const satisfies readonly Fault[];

/** The faults of a page of transactions; no other answer has what they spoil. */
export const pageFaults: readonly Fault[] = ['empty_page', 'repeated_cursor', 'unknown_transaction_type'];
/** The faults that spoil what is in an answer, so that there must be one. */
const spoilingFaults: readonly Fault[] = [...pageFaults, 'null_field'];
const unappliedFaults: readonly Fault[] = ['reset', 'no_answer'];

const text = z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' });
const headerText = { error: 'must be a whole number of seconds, or an HTTP date' };
const timesRule = { error: 'must be a whole number from 1, or Infinity' };

function isCount(value: unknown): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 1);
}

function isHeaderValue(value: unknown): boolean {
  if (typeof value === 'string') return /^[\x20-\x7e]+$/.test(value);
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const planSchema = z.strictObject(
  {
    operation: z
      .string({ error: 'must be the name of an operation, or *' })
      .transform((name) => aliases[name] ?? name)
      .refine((name) => name === '*' || names.includes(name), {
        error: `must be * or one of ${[...names, ...Object.keys(aliases)].join(', ')}`,
      }),
    status: z
      .int({ error: 'must be an error status, 400 to 599' })
      .min(400, { error: 'must be an error status, 400 to 599' })
      .max(599, { error: 'must be an error status, 400 to 599' })
      .optional(),
    reason: z.enum(reasons, { error: `must be one of ${reasons.join(', ')}` }).optional(),
    fault: z.enum(faults, { error: `must be one of ${faults.join(', ')}` }).optional(),
    times: z
      .custom<number | 'Infinity'>((value) => value === 'Infinity' || isCount(value), timesRule)
      .transform(Number)
      .default(1),
    after: z
      .int({ error: 'must be a whole number from 0' })
      .min(0, { error: 'must be a whole number from 0' })
      .default(0),
    retryAfter: z.custom<number | string>(isHeaderValue, headerText).transform(String).optional(),
    message: text.optional(),
    field: text.optional(),
    applied: z.boolean({ error: 'must be true or false' }).optional(),
  },
  { error: 'must be an object' },
);

/**
 * Fills in the defaults of a plan.
 *
 * @throws ConfigurationError naming the field that is wrong, unknown, or makes no sense with another.
 */
export function readPlan(input: FaultPlan): Plan {
  const result = planSchema.safeParse(input);
  if (!result.success) throw rejectedOption(result.error, { whole: 'plan', unknown: 'is unknown' });
  const { status, reason, fault, retryAfter, message, field, applied, ...rest } = result.data;
  const plan: Plan = {
    ...rest,
    ...{ status, reason, fault, retryAfter, message, field },
    applied: applied ?? (fault !== undefined && !unappliedFaults.includes(fault)),
  };
  checkTogether(plan);
  return plan;
}

/** Whether the specification shows that error for that operation; for `*`, for any. */
export function isDocumentedFor(reason: ApiErrorReason, section: string | undefined): boolean {
  return documentedErrors.some(
    (error) => error.reason === reason && (section === undefined || error.sections.includes(section)),
  );
}

function checkTogether({
  operation,
  status,
  reason,
  fault,
  retryAfter,
  message,
  field,
  applied,
}: Plan): void {
  const refuseUnless = (good: boolean, name: string, rule: string): void => {
    if (!good) throw new ConfigurationError(name, rule);
  };
  const saysNo = status !== undefined || reason !== undefined;
  refuseUnless(saysNo || fault !== undefined, 'status', 'is required, or else reason or fault');
  refuseUnless(!(saysNo && fault !== undefined), 'fault', 'cannot go with status or reason');
  refuseUnless(fault === undefined || retryAfter === undefined, 'retryAfter', 'needs status or reason');
  refuseUnless(fault === undefined || message === undefined, 'message', 'needs status');
  refuseUnless(reason === undefined || message === undefined, 'message', 'cannot go with reason');
  refuseUnless(field === undefined || fault === 'null_field', 'field', 'needs the fault null_field');
  if (reason !== undefined) {
    const section = operations.find(({ name }) => name === operation)?.section;
    refuseUnless(isDocumentedFor(reason, section), 'reason', `${reason} is not documented for ${operation}`);
  }
  if (fault !== undefined) {
    const fits = operation === '*' || operation === getTransactions.name;
    refuseUnless(
      fits || !pageFaults.includes(fault),
      'operation',
      `must be ${getTransactions.name} with ${fault}`,
    );
    refuseUnless(
      applied || !spoilingFaults.includes(fault),
      'applied',
      `must be true with ${fault}, which spoils the answer of work that was done`,
    );
  }
}
