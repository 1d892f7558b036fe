import type { CheckoutSession, CheckoutSessionCreate } from '../../client/api/checkout.ts';

/** State of a checkout session and its purchase. An open session expires after 24 hours of the sandbox's clock. */
export type PurchaseState =
  'open' | 'paid' | 'cancelled' | 'expired' | 'refunded' | 'disputed' | 'reinstated';

/** What a card led to that did not pay: the bank waits for the player, the player failed, or the card has expired. */
export type PaymentAttempt = 'authentication_required' | 'authentication_failed' | 'card_expired';

/** A checkout session, with the request that created it and its state. */
export type StoredSession = Pick<CheckoutSession, 'checkoutSessionToken' | 'purchaseId'> & {
  /** Current state. */
  readonly state: PurchaseState;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
  /** When the payment was last declined: UTC, ISO 8601; absent if it never was. */
  readonly declinedAt?: string | undefined;
  /** What the last card led to, if it neither paid nor was declined without a reason. */
  readonly attempt?: PaymentAttempt | undefined;
  /** The request that created it. */
  readonly request: CheckoutSessionCreate;
};

/** How long a session can be paid: 24 hours of the sandbox's clock. The specification does not show a lifetime. */
const lifetimeMs = 86_400_000;

/** When a session expires if it is still open. */
export function expiryOf({ createdAt }: StoredSession): Date {
  return new Date(Date.parse(createdAt) + lifetimeMs);
}

/**
 * The session as it is at a time. Nothing is written when an open session expires: its state follows from its age, also
 * after a restart.
 */
export function sessionAt(session: StoredSession, now: Date): StoredSession {
  return session.state === 'open' && now >= expiryOf(session) ? { ...session, state: 'expired' } : session;
}

/** Whether a session was paid; it may be refunded or disputed since. */
export function wasPaid({ state }: StoredSession): boolean {
  return !['open', 'cancelled', 'expired'].includes(state);
}

/** Whether the bank asks the player, and waits for a response. */
export function isAsked({ attempt }: StoredSession): boolean {
  return attempt === 'authentication_required';
}

/** What identifies a session. Ids follow the seed: after a reset, another session may have the same ones. */
export function identityOf(session: StoredSession): readonly unknown[] {
  return [session.checkoutSessionToken, session.purchaseId, session.createdAt, session.request];
}

/** The first of the candidates that shows something: white space and invisible characters alone do not. */
export function firstNonBlank(...candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find((candidate) => candidate !== undefined && /[^\s\p{Cf}]/u.test(candidate));
}

/** The name of the offer of a session; the id of its purchase if it has none. */
export function offerNameOf({ request: { offer }, purchaseId }: StoredSession): string {
  return firstNonBlank(offer.displayName, offer.name, offer.sku) ?? purchaseId;
}
