import type { StoredSession } from '../state/tables.ts';

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
