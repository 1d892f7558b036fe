import { createHash } from 'node:crypto';

import type { StoredSession } from '../store/session.ts';

/** Name of the hidden field that identifies what a form changes. */
export const digestField = 'digest';

/** A digest of what a form changes, as its page shows it: a tab that was left open may show something else. */
export function digestOf(...shown: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** What identifies a session. Ids follow the seed: after a reset, another session may have the same ones. */
export function identityOf({
  checkoutSessionToken,
  purchaseId,
  createdAt,
  request,
}: StoredSession): readonly unknown[] {
  return [checkoutSessionToken, purchaseId, createdAt, request];
}
