import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import { printable } from '../../client/errors/printable.ts';
import { formatAmount } from '../market/amounts.ts';
import type { Service } from '../service.ts';
import type { PurchaseState, StoredSession } from '../store/session.ts';
import { type Action, defineAction, type Field, type Report, unknown } from './action.ts';

const id = z.string({ error: 'must be a string' }).regex(/\S/, { error: 'must not be empty' });
const sessionExample = { example: '{ "session": "session-1" }', unknown };
const reasons = ['authentication_failed', 'card_expired'] as const;
const sessionSchema = inputObject(sessionExample, { session: id });
const declineSchema = inputObject(sessionExample, {
  session: id,
  reason: z.enum(reasons, { error: `must be one of ${reasons.join(', ')}` }).optional(),
});
const purchaseSchema = inputObject({ example: '{ "purchase": "purchase-1" }', unknown }, { purchase: id });
const session: Field = {
  label: 'Session',
  flag: '<session>',
  help: 'checkoutSessionToken of the session',
};
const purchase: Field = { label: 'Purchase', flag: '<purchase>', help: 'purchaseId of the session' };

/** What players and banks do with a session or a purchase. */
export const purchaseActions: readonly Action[] = [
  defineAction({
    ...stringsOf('session', 'pay'),
    summary: 'pay an open checkout session',
    description: 'Pays an open checkout session, which adds a row to the transaction report.',
    becomes: 'paid',
    schema: sessionSchema,
    fields: { session },
    run: ({ purchases }, input) => purchases.pay(input.session),
    report: (row, input) =>
      recorded(row, 'paid', 'session' in input ? { checkoutSessionToken: input.session } : {}),
  }),
  defineAction({
    ...stringsOf('session', 'decline'),
    summary: 'decline the payment of a session, which stays open',
    description: 'Declines the payment of an open checkout session, which stays open.',
    becomes: 'open',
    schema: declineSchema,
    fields: {
      session,
      reason: {
        label: 'Reason',
        flag: '--reason <name>',
        help: `one of ${reasons.join(', ')}`,
        isRare: true,
      },
    },
    run: (service, input) =>
      changed(service, input.session, () => service.purchases.decline(input.session, input.reason)),
    report: (output) => unrecorded(output, 'declined'),
  }),
  defineAction({
    ...stringsOf('session', 'cancel'),
    summary: 'cancel an open checkout session',
    description: 'Cancels an open checkout session, which cannot be paid any more.',
    becomes: 'cancelled',
    schema: sessionSchema,
    fields: { session },
    run: (service, input) => changed(service, input.session, (token) => service.purchases.cancel(token)),
    report: (output) => unrecorded(output, 'cancelled'),
  }),
  purchaseAction('refund', 'refunded', 'refund a paid purchase', 'Refunds a paid purchase'),
  purchaseAction(
    'dispute',
    'disputed',
    'dispute a paid purchase, as a bank does',
    'Disputes a paid purchase, as a bank does: it withdraws the amount and a fee of 15 US dollars',
  ),
  purchaseAction(
    'reinstate',
    'reinstated',
    'reinstate a disputed purchase',
    'Reinstates a disputed purchase: the bank returns the amount, and keeps the fee',
  ),
  defineAction({
    ...stringsOf('session', 'authenticate'),
    summary: 'ask the player to authenticate the payment of a session',
    description: 'Asks the player to authenticate the payment of an open checkout session.',
    becomes: 'open',
    schema: sessionSchema,
    fields: { session },
    run: (service, input) =>
      changed(service, input.session, (token) => service.purchases.requireAuthentication(token)),
    report: (output) => unrecorded(output, 'waiting for the player'),
  }),
];

/** An action that adds a row to the transaction report. */
function purchaseAction(
  name: 'refund' | 'dispute' | 'reinstate',
  becomes: PurchaseState,
  summary: string,
  what: string,
): Action {
  return defineAction({
    ...stringsOf('purchase', name),
    summary,
    description: `${what}. This adds a row to the transaction report.`,
    becomes,
    schema: purchaseSchema,
    fields: { purchase },
    run: ({ purchases }, input) => purchases[name](input.purchase),
    report: (row) => recorded(row, becomes, {}),
  });
}

/** The strings that follow from the name of an action. */
function stringsOf(
  subject: 'session' | 'purchase',
  name: string,
): Pick<Action, 'name' | 'path' | 'section' | 'label' | 'example'> {
  return {
    name,
    path: `${subject}s/:${subject}/${name}`,
    section: 'sessions',
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    example: `${name} "$${subject.toUpperCase()}"`,
  };
}

/** What an action returns that adds no row: the session as it is afterwards. */
interface Changed {
  readonly ok: true;
  readonly session: StoredSession;
}

function changed({ context }: Service, token: string, change: (token: string) => void): Changed {
  change(token);
  const found = context.store.get('sessions', token);
  if (!found) throw new Error('the session of an action is missing');
  return { ok: true, session: found };
}

/** Describes the row that was added. */
function recorded(row: Transaction, state: PurchaseState, fields: Report['fields']): Report {
  const { purchaseId, orderId, timestamp, transactionDetails } = row;
  const { id: rowId, type, amount, currencyCode, totalTaxAmount, ...usd } = transactionDetails;
  const fee =
    usd.chargebackFeeUsd === 0 ? '' : `chargeback fee ${formatAmount(usd.chargebackFeeUsd, 'USD')}, `;
  return {
    lines: [
      `${printable(purchaseId ?? '', 200)} is ${state}: ${formatAmount(amount, currencyCode)}`,
      `row ${printable(rowId, 200)}: ${printable(type, 50)}, tax ${formatAmount(totalTaxAmount, currencyCode)}, ${fee}` +
        `net ${formatAmount(usd.publisherNetAmountUsd, 'USD')}, ${printable(orderId ?? '', 200)}, ${printable(timestamp, 50)}`,
    ],
    fields: { ...fields, purchaseId, state, transaction: row },
  };
}

/** Describes a session to which no row was added. */
function unrecorded({ session: one }: Changed, outcome: string): Report {
  const { checkoutSessionToken, purchaseId, state, request } = one;
  const { price, currency } = request.priceDetails;
  const remains = state === outcome ? '' : `; the session is ${printable(state, 50)}`;
  return {
    lines: [
      `${printable(checkoutSessionToken, 200)} is ${outcome}: ${formatAmount(price, currency)}${remains}`,
      'no row in the transaction report',
    ],
    fields: { checkoutSessionToken, purchaseId, state, session: one },
  };
}
