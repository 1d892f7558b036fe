import { documentedErrors } from '../../client/errors/documented-errors.ts';
import { operationNames } from '../../client/api/operation-name.ts';
import { faultTraits } from '../operations/faults/fault.ts';
import {
  describeOutcome,
  faultNames,
  type ParsedFault,
  planSchema,
} from '../operations/faults/parse-fault.ts';
import { type Action, defineAction, type ActionField, noFields } from './action.ts';

/** The integer that a string consists of; anything else stays as it is, for the message of its field. */
function toInteger(text: string): unknown {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

const fields: { readonly [Name in keyof ParsedFault]-?: ActionField } = {
  operation: {
    label: 'Operation',
    flag: '--operation <name>',
    help: 'such as pricePoints.get, or "*" for all; required',
    options: [['*', 'all operations'], ...operationNames.map((name) => [name, name] as const)],
  },
  status: {
    label: 'Status',
    flag: '--status <number>',
    help: 'an error status, 400 to 599',
    type: 'number',
    placeholder: '503',
    read: toInteger,
  },
  reason: {
    label: 'Documented error',
    flag: '--reason <name>',
    help: 'a documented error, such as slug_exists',
    options: [
      ['', 'none'],
      // The message of content's errors is a code.
      ...documentedErrors.map(
        ({ reason, message, body }) =>
          [reason, `${reason}: ${(body ?? message).replace(/\.$/, '')}`] as const,
      ),
    ],
  },
  fault: {
    label: 'Fault',
    flag: '--fault <name>',
    help: 'a fault instead of an error response, such as cut_body',
    options: [
      ['', 'none'],
      ...faultNames.map((fault) => [fault, `${fault}: ${faultTraits[fault].summary}`] as const),
    ],
  },
  times: {
    label: 'Requests',
    flag: '--times <number>',
    help: 'how many requests fail, or Infinity (default 1)',
    placeholder: '1, or Infinity',
    read: toInteger,
  },
  after: {
    label: 'Skip first',
    flag: '--after <number>',
    help: 'how many requests are skipped first (default 0)',
    type: 'number',
    placeholder: '0',
    read: toInteger,
  },
  retryAfter: {
    label: 'Retry-After',
    flag: '--retry-after <value>',
    help: 'the header Retry-After: seconds, or an HTTP date',
    read: toInteger,
    isRare: true,
  },
  message: {
    label: 'Message',
    flag: '--message <text>',
    help: 'replaces the documented message; with --status',
    isRare: true,
  },
  field: {
    label: 'Field that is null',
    flag: '--field <path>',
    help: 'which field is null, such as results[0].orderId; with --fault null_field',
    isRare: true,
  },
  applied: {
    label: 'Carry out the operation',
    flag: '--applied',
    help: 'carry out the operation before it fails',
    isSwitch: true,
    isRare: true,
  },
};

/** What makes requests fail, and ends it. */
export const faultActions: readonly Action[] = [
  defineAction({
    name: 'fault',
    path: 'fail',
    section: 'faults',
    label: 'Add fault',
    summary: 'make the next requests for an operation fail',
    example: 'fault --operation offers.list --status 503',
    schema: planSchema,
    fields,
    run: (service, plan) => {
      service.faults.add(plan);
      return { ok: true };
    },
    report: (_done, input) => ({ lines: [describe(input)], fields: { plan: input } }),
  }),
  defineAction({
    name: 'remove-faults',
    path: 'remove-faults',
    section: 'faults',
    label: 'Remove all faults',
    summary: 'remove all faults',
    example: 'remove-faults',
    schema: noFields,
    fields: {},
    run: (service) => {
      service.faults.clear();
      return { ok: true };
    },
    report: () => ({ lines: ['all faults were removed'], fields: {} }),
  }),
];

function describe(input: object): string {
  const plan = planSchema.parse(input);
  const { times, after } = plan;
  // As it was named: a plan has the name of the operation that a method of the client sends.
  const { operation } = input as { operation: string };
  const target = operation === '*' ? 'any operation' : operation;
  const requests =
    times === Infinity
      ? `all requests for ${target} fail`
      : times === 1
        ? `the next request for ${target} fails`
        : `the next ${times.toLocaleString('en')} requests for ${target} fail`;
  const skipped = after === 0 ? '' : `, after ${after.toLocaleString('en')} request${after === 1 ? '' : 's'}`;
  const applied = plan.applied ? ', once it was carried out' : '';
  return `${requests} with ${describeOutcome(plan)}${skipped}${applied}`;
}
