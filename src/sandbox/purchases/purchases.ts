import type { Transaction } from '../../client/api/transactions.ts';
import { nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';
import type { EventType } from '../ledger/events.ts';
import { recordOf } from '../ledger/record.ts';
import type { Ids } from '../random.ts';
import type { Clock } from '../store/clock.ts';
import { type PurchaseState, sessionAt, type StoredSession } from '../store/session.ts';
import type { Store } from '../store/store.ts';
import { put } from '../store/tables.ts';
import { paymentOfSession } from './session-payment.ts';

/**
 * Simulates what players and banks do with checkout sessions (§4.15). An open session is paid, declined or
 * cancelled, and expires after 24 hours of the sandbox's clock; a paid purchase is refunded or disputed, a disputed one
 * reinstated. All but declining and cancelling add a row to the transaction report.
 *
 * The price of a session is in the unit of the option `checkoutPriceUnit`, since the specification does not show it. Tax
 * is that of the session's country, by default the United States.
 */
export interface Purchases {
  /** Pays an open session. @throws {@link PurchaseError} if it is not open */
  pay(checkoutSessionToken: string): Transaction;
  /**
   * Declines the payment of an open session, which stays open: the player may pay another way.
   *
   * @throws {@link PurchaseError} if it is not open
   */
  decline(checkoutSessionToken: string, reason?: 'authentication_failed' | 'card_expired'): void;
  /** Asks the player to authenticate the payment of an open session. @throws {@link PurchaseError} if it is not open */
  requireAuthentication(checkoutSessionToken: string): void;
  /** Cancels an open session. @throws {@link PurchaseError} if it is not open */
  cancel(checkoutSessionToken: string): void;
  /** Refunds a paid purchase. @throws {@link PurchaseError} if it is not paid */
  refund(purchaseId: string): Transaction;
  /** Disputes a paid purchase: the bank withdraws the amount and a fee. @throws {@link PurchaseError} if it is not paid */
  dispute(purchaseId: string): Transaction;
  /** Reinstates a disputed purchase, without the fee. @throws {@link PurchaseError} if it is not disputed */
  reinstate(purchaseId: string): Transaction;
}

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
export const steps: Readonly<Record<StepName, Step>> = {
  pay: { subject: 'session', from: 'open', to: 'paid', row: 'paid' },
  decline: { subject: 'session', from: 'open', to: 'open', outcome: 'declined' },
  authenticate: { subject: 'session', from: 'open', to: 'open', outcome: 'waiting for the player' },
  cancel: { subject: 'session', from: 'open', to: 'cancelled' },
  refund: { subject: 'purchase', from: 'paid', to: 'refunded', row: 'refund' },
  dispute: { subject: 'purchase', from: 'paid', to: 'disputed', row: 'dispute_funds_withdrawn' },
  reinstate: { subject: 'purchase', from: 'disputed', to: 'reinstated', row: 'dispute_funds_reinstated' },
};

// `Object.keys` returns `string[]` for any object.
export const stepNames = Object.keys(steps) as StepName[];

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
  { store, ids, clock }: { readonly store: Store; readonly ids: Ids; readonly clock: Clock },
  name: StepName,
  id: string,
  reason?: DeclineReason,
): Transaction | { readonly ok: true; readonly session: StoredSession } {
  const { subject, from, to, outcome = to, row: type } = steps[name];
  const stored = subject === 'session' ? store.get('sessions', id) : store.sessionOf(id);
  if (!stored)
    throw new PurchaseError(`No checkout session has this ${subject === 'session' ? 'token' : 'purchase'}`);
  const now = clock.now();
  const before = sessionAt(stored, now);
  const { purchaseId, state } = before;
  if (state !== from) {
    throw new PurchaseError(
      `The purchase ${purchaseId} is ${state}: it must be ${from} to be ${outcome}`,
      state,
    );
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
  const rowId = unusedId(store, ids, 'transaction-', store.count('transactions'));
  const row = recordOf(paymentOfSession(session, store.list('offers')), type, rowId, now.getTime());
  store.write(put('sessions', session), put('transactions', row));
  return structuredClone(row);
}

/** The first id of a prefix that nothing has: a seed file may have ids of another sandbox, or edited ones. */
export function unusedId(store: Store, ids: Ids, prefix: string, first: number): string {
  // Sessions have even numbers, and their purchases odd ones.
  for (let number = first; ; number += 2) {
    const id = ids(prefix, number);
    if (!store.isUsed(id)) return id;
  }
}

/** Thrown by {@link Purchases} if a purchase does not exist, or is in a state that does not allow the change. */
export class PurchaseError extends PublisherError {
  readonly code: 'purchase_not_found' | 'wrong_purchase_state';
  /** State of the purchase; `undefined` if it does not exist. */
  readonly state: PurchaseState | undefined;

  constructor(message: string, state?: PurchaseState) {
    super(message, { outcome: 'rejected' });
    this.code = state === undefined ? 'purchase_not_found' : 'wrong_purchase_state';
    this.state = state;
  }
}
nameErrorClass(PurchaseError, 'PurchaseError');
