import * as z from 'zod';

import { documentedErrors } from '../../../client/errors/documented-errors.ts';
import { didYouMean, inputObject } from '../../../client/api/input-object.ts';
import { ruleMessage } from '../../../client/api/input.ts';
import { type OperationName, operationNames } from '../../../client/api/operation-name.ts';
import { operations } from '../../../client/api/operations.ts';
import { getTransactions } from '../../../client/api/transactions.ts';
import type { ApiErrorReason } from '../../../client/errors/index.ts';
import { nonEmptyString } from '../../options.ts';
import { type Fault, faultTraits } from './fault.ts';
import { missingField } from './field-path.ts';

const reasons = documentedErrors.map(({ reason }) => reason);
// `Object.keys` returns `string[]` for any object.
/** Every fault that a plan can name. */
export const faultNames = Object.keys(faultTraits) as Fault[];

/** The operations that methods send which have the name of none. */
const sentBy: Readonly<Record<string, OperationName>> = {
  'transactions.getPage': 'transactions.list',
  'offers.getPage': 'offers.list',
  'translations.setAll': 'translations.set',
  'pricePoints.ensure': 'pricePoints.create',
  'pricePoints.patch': 'pricePoints.update',
};

const operationRule = ruleMessage('the name of an operation, for example "pricePoints.get", or "*" for all');

function rejectTarget(issue: { readonly input?: unknown }): string {
  if (typeof issue.input !== 'string') return operationRule(issue);
  const { input } = issue;
  const suggestion = Object.hasOwn(sentBy, input) ? sentBy[input] : didYouMean(input, operationNames);
  return suggestion === undefined
    ? `must be * or one of ${operationNames.join(', ')}`
    : `is not an operation; did you mean ${suggestion}?`;
}

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

const fieldsSchema = inputObject(
  {
    example: '{ operation: "pricePoints.list", status: 429, retryAfter: 1 }',
    unknown: 'is not a field of a fault plan',
    aliases: { count: 'times', error: 'reason', method: 'operation', code: 'status' },
  },
  {
    operation: z.enum(['*', ...operationNames], { error: rejectTarget }),
    status: z.int(statusRule).min(400, statusRule).max(599, statusRule).optional(),
    reason: z.enum(reasons, { error: `must be one of ${reasons.join(', ')}` }).optional(),
    fault: z.enum(faultNames, { error: `must be one of ${faultNames.join(', ')}` }).optional(),
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
export type ParsedFault = Readonly<z.output<typeof fieldsSchema>> & { readonly applied: boolean };

/** The schema of a fault plan: each field, and which can be combined. */
export const planSchema: z.ZodType<ParsedFault> = fieldsSchema
  .transform((plan): ParsedFault => {
    const { fault, applied = fault !== undefined && faultTraits[fault].applied !== false } = plan;
    return { ...plan, applied };
  })
  .superRefine((plan, context) => {
    const broken = brokenRule(plan);
    if (broken) context.addIssue({ code: 'custom', path: [broken[0]], message: broken[1] });
  });

/** Whether an error is documented for the operation of a section; without a section, for any operation. */
export function isDocumentedFor(reason: ApiErrorReason, section: string | undefined): boolean {
  return documentedErrors.some(
    (error) => error.reason === reason && (section === undefined || error.sections.includes(section)),
  );
}

/** The first rule about combined fields that a plan breaks, with the name of a field. */
function brokenRule(plan: ParsedFault): readonly [name: string, rule: string] | undefined {
  const { operation, status, reason, fault, retryAfter, message, field, applied } = plan;
  if (fault === undefined) {
    const section = operations.find(({ name }) => name === operation)?.section;
    if (field !== undefined) return ['field', 'requires the fault null_field'];
    if (reason === undefined) {
      return status === undefined ? ['status', 'is required, unless reason or fault is given'] : undefined;
    }
    if (message !== undefined) return ['message', 'cannot be combined with reason'];
    return isDocumentedFor(reason, section)
      ? undefined
      : ['reason', `${reason} is not documented for ${operation}`];
  }
  const traits = faultTraits[fault];
  const target = operations.filter(({ name }) => operation === '*' || name === operation);
  if (status !== undefined || reason !== undefined) {
    return ['fault', 'cannot be combined with status or reason'];
  }
  if (retryAfter !== undefined) return ['retryAfter', 'requires status or reason'];
  if (message !== undefined) return ['message', 'requires status'];
  if (field !== undefined && fault !== 'null_field') return ['field', 'requires the fault null_field'];
  const missing = field === undefined ? undefined : missingField(field, target);
  if (missing !== undefined) return ['field', missing];
  if (traits.needsPage && operation !== '*' && operation !== getTransactions.name) {
    return ['operation', `must be ${getTransactions.name} for the fault ${fault}`];
  }
  if (traits.applied !== 'always' || applied) return undefined;
  return [
    'applied',
    `must be true for the fault ${fault}, which corrupts the response of work that was done`,
  ];
}

/** How a request fails, for people: `status 503`, `slug_exists` or `cut_body`. */
export function describeOutcome({ status, reason, fault }: ParsedFault): string {
  const parts = [status === undefined ? undefined : `status ${status}`, reason, fault];
  return parts.filter((part) => part !== undefined).join(' ');
}
