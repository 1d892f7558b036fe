import * as z from 'zod';

import { documentedErrors } from '../../../api/documented-errors.ts';
import { didYouMean, inputObject } from '../../../api/input-object.ts';
import { ruleMessage } from '../../../api/input.ts';
import { type OperationName, operationNames } from '../../../api/operation-name.ts';
import { operations } from '../../../api/operations.ts';
import { getTransactions } from '../../../api/transactions.ts';
import { type ApiErrorReason, ConfigurationError } from '../../../errors/index.ts';
import { rejectedOption } from '../../../options/rules.ts';
import { type Fault, type FaultPlan, type FaultTarget, faultTraits } from './fault-plan.ts';

/** Methods of the client that send an operation of another name. */
const aliases = {
  'transactions.list': 'transactions.getPage',
  'offers.list': 'offers.getPage',
  'translations.setAll': 'translations.set',
} as const satisfies Partial<Record<FaultTarget, OperationName>>;
const targets: readonly string[] = [...operationNames, ...Object.keys(aliases)];
const reasons = documentedErrors.map(({ reason }) => reason);
// `Object.keys` returns `string[]` for any object.
/** Every fault that a plan can name. */
export const faults = Object.keys(faultTraits) as Fault[];

const operationRule = ruleMessage('the name of an operation, for example "pricePoints.get", or "*" for all');

function isTarget(value: unknown): value is FaultTarget {
  return typeof value === 'string' && (value === '*' || targets.includes(value));
}

function rejectTarget(issue: { readonly input?: unknown }): string {
  if (typeof issue.input !== 'string') return operationRule(issue);
  const suggestion = didYouMean(issue.input, targets);
  return suggestion === undefined
    ? `must be * or one of ${targets.join(', ')}`
    : `is not an operation; did you mean ${suggestion}?`;
}

function operationOf(target: FaultTarget): OperationName | '*' {
  return isAlias(target) ? aliases[target] : target;
}

function isAlias(target: FaultTarget): target is keyof typeof aliases {
  return Object.hasOwn(aliases, target);
}

const nonEmptyString = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });
const retryAfterRule = {
  error: 'must be an integer number of seconds, or an HTTP date, for example Wed, 21 Oct 2026 07:28:00 GMT',
};
const timesRule = { error: 'must be an integer of at least 1, or Infinity' };
const afterRule = { error: 'must be an integer of at least 0' };
const statusRule = { error: 'must be an error status, 400 to 599' };

function isCount(value: unknown): boolean {
  return value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 1);
}

function isRetryAfter(value: unknown): boolean {
  // The only form of an HTTP date that may still be sent is that of `toUTCString`.
  if (typeof value === 'string') {
    return /^\d+$/.test(value) || (value.endsWith(' GMT') && new Date(value).toUTCString() === value);
  }
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const planSchema = inputObject(
  {
    example: '{ operation: "pricePoints.list", status: 429, retryAfter: 1 }',
    unknown: 'is not a field of a fault plan',
    aliases: { count: 'times', error: 'reason', method: 'operation', code: 'status' },
  },
  {
    operation: z.custom<FaultTarget>(isTarget, { error: rejectTarget }).transform(operationOf),
    status: z.int(statusRule).min(400, statusRule).max(599, statusRule).optional(),
    reason: z.enum(reasons, { error: `must be one of ${reasons.join(', ')}` }).optional(),
    fault: z.enum(faults, { error: `must be one of ${faults.join(', ')}` }).optional(),
    times: z
      .custom<number | 'Infinity'>((value) => value === 'Infinity' || isCount(value), timesRule)
      .transform(Number)
      .default(1),
    after: z.int(afterRule).min(0, afterRule).default(0),
    retryAfter: z.custom<number | string>(isRetryAfter, retryAfterRule).transform(String).optional(),
    message: nonEmptyString.optional(),
    field: nonEmptyString.optional(),
    applied: z.boolean({ error: 'must be true or false' }).optional(),
  },
);

/** A plan with its defaults; `operation` is the name of an operation of the API, or `*`. */
export type Plan = Readonly<z.output<typeof planSchema>> & { readonly applied: boolean };

/**
 * Validates a plan and adds its defaults.
 *
 * @throws ConfigurationError naming the field that is invalid, unknown, or incompatible with another.
 */
export function readPlan(input: FaultPlan): Plan {
  const result = planSchema.safeParse(input);
  if (!result.success) throw rejectedOption(result.error, 'plan');
  const { fault, applied = fault !== undefined && faultTraits[fault].applied } = result.data;
  const plan: Plan = { ...result.data, applied };
  validateCombination(plan);
  return plan;
}

/** Whether a fault applies to pages of transactions only. */
export function needsPage(fault: Fault): boolean {
  return 'needsPage' in faultTraits[fault];
}

function corrupts(fault: Fault): boolean {
  return 'corrupts' in faultTraits[fault];
}

/** Whether an error is documented for the operation of a section; without a section, for any operation. */
export function isDocumentedFor(reason: ApiErrorReason, section: string | undefined): boolean {
  return documentedErrors.some(
    (error) => error.reason === reason && (section === undefined || error.sections.includes(section)),
  );
}

function validateCombination({
  operation,
  status,
  reason,
  fault,
  retryAfter,
  message,
  field,
  applied,
}: Plan): void {
  const rejectUnless = (valid: boolean, name: string, rule: string): void => {
    if (!valid) throw new ConfigurationError(name, rule);
  };
  const isError = status !== undefined || reason !== undefined;
  rejectUnless(isError || fault !== undefined, 'status', 'is required, unless reason or fault is given');
  rejectUnless(!(isError && fault !== undefined), 'fault', 'cannot be combined with status or reason');
  rejectUnless(fault === undefined || retryAfter === undefined, 'retryAfter', 'requires status or reason');
  rejectUnless(fault === undefined || message === undefined, 'message', 'requires status');
  rejectUnless(reason === undefined || message === undefined, 'message', 'cannot be combined with reason');
  rejectUnless(field === undefined || fault === 'null_field', 'field', 'requires the fault null_field');
  if (reason !== undefined) {
    const section = operations.find(({ name }) => name === operation)?.section;
    rejectUnless(isDocumentedFor(reason, section), 'reason', `${reason} is not documented for ${operation}`);
  }
  if (fault !== undefined) {
    const fits = operation === '*' || operation === getTransactions.name;
    rejectUnless(
      fits || !needsPage(fault),
      'operation',
      `must be ${getTransactions.name} for the fault ${fault}`,
    );
    rejectUnless(
      applied || !corrupts(fault),
      'applied',
      `must be true for the fault ${fault}, which corrupts the response of work that was done`,
    );
  }
}

/** How a request fails, for people: `status 503`, `slug_exists` or `cut_body`. */
export function describeOutcome({ status, reason, fault }: Plan): string {
  const parts = [status === undefined ? undefined : `status ${status}`, reason, fault];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** The integer that a string consists of; anything else stays as it is, for the message of its field. */
export function toInteger<Value extends string | null | undefined>(value: Value): number | Value {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
