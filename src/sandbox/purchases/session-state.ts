import type { StoredSession } from '../state/tables.ts';

/** How long a session can be paid: 24 hours of the sandbox's clock. The specification does not show a lifetime. */
export const sessionLifetimeMs = 86_400_000;

/**
 * The session as it is at a time. Nothing is written when an open session expires: its state follows from its age, also
 * after a restart.
 */
export function sessionAt(session: StoredSession, now: Date): StoredSession {
  if (session.state !== 'open') return session;
  const age = now.getTime() - Date.parse(session.createdAt);
  return age < sessionLifetimeMs ? session : { ...session, state: 'expired' };
}
