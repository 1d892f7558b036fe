import type { Transaction } from '../../client/api/transactions.ts';
import type { EventType } from '../ledger/events.ts';
import { eventRow } from '../ledger/record.ts';
import type { Context } from '../operations/route.ts';
import { type PurchaseState, sessionAt, type StoredSession } from '../store/session.ts';
import { put } from '../store/tables.ts';
import { PurchaseError } from './purchases.ts';
import { paymentOfSession } from './session-payment.ts';

/** What a player or a bank does with a session or its purchase. */
interface Step {
  /** What its id is of. */
  readonly subject: 'session' | 'purchase';
  /** The state that it needs, and the one that it leads to. */
  readonly from: PurchaseState;
  readonly to: PurchaseState;
  /** What it does if it does not change the state. */
  readonly outcome?: string;
  /** The row that it adds to the report. */
  readonly row?: EventType;
}

/** Name of a step: that of its action. */
export type StepName = 'pay' | 'decline' | 'authenticate' | 'cancel' | 'refund' | 'dispute' | 'reinstate';

/** Every step. */
export const paymentSteps: Readonly<Record<StepName, Step>> = {
  pay: { subject: 'session', from: 'open', to: 'paid', row: 'paid' },
  decline: { subject: 'session', from: 'open', to: 'open', outcome: 'declined' },
  authenticate: { subject: 'session', from: 'open', to: 'open', outcome: 'waiting for the player' },
  cancel: { subject: 'session', from: 'open', to: 'cancelled' },
  refund: { subject: 'purchase', from: 'paid', to: 'refunded', row: 'refund' },
  dispute: { subject: 'purchase', from: 'paid', to: 'disputed', row: 'dispute_funds_withdrawn' },
  reinstate: { subject: 'purchase', from: 'disputed', to: 'reinstated', row: 'dispute_funds_reinstated' },
};

// `Object.keys` returns `string[]` for any object.
export const stepNames = Object.keys(paymentSteps) as StepName[];

/** Why a payment is declined. */
export const declineReasons = ['authentication_failed', 'card_expired'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/**
 * Takes a step of the session or the purchase with an id. Returns the row that was added; else the session as it is
 * afterwards.
 *
 * @throws PurchaseError if there is none, or it is in another state.
 */
export function takeStep(
  { store, ids, clock, settings }: Pick<Context, 'store' | 'ids' | 'clock' | 'settings'>,
  name: StepName,
  id: string,
  reason?: DeclineReason,
): Transaction | { readonly ok: true; readonly session: StoredSession } {
  const { subject, from, to, outcome = to, row: type } = paymentSteps[name];
  const stored = subject === 'session' ? store.get('sessions', id) : store.sessionOf(id);
  if (!stored)
    throw new PurchaseError(`No checkout session has this ${subject === 'session' ? 'token' : 'purchase'}`);
  const now = clock.now();
  const before = sessionAt(stored, now);
  const { purchaseId, state } = before;
  if (state !== from) {
    throw new PurchaseError(`The purchase ${purchaseId} is ${state}: it must be ${from} to be ${outcome}`, {
      state,
    });
  }
  const session: StoredSession = {
    ...before,
    state: to,
    attempt: name === 'authenticate' ? 'authentication_required' : reason,
    ...(name === 'decline' && { declinedAt: now.toISOString() }),
  };
  if (type === undefined) {
    store.write(put('sessions', session));
    return { ok: true, session };
  }
  const rowId = store.unusedId(ids, 'transaction-', store.count('transactions'));
  const payment = paymentOfSession(session, settings.currencyDigits, store.list('offers'));
  const row = eventRow(payment, type, rowId, now.getTime());
  store.write(put('sessions', session), put('transactions', row));
  return structuredClone(row);
}
