import type { StoredKey } from '../database/stored-key.ts';
import type { LoadDifference } from './load-verification.ts';

/** Returns the key of a row as a difference names it. */
export function keyOf({
  timestamp,
  type,
  transaction_id: transactionId,
}: StoredKey): Pick<LoadDifference, 'timestamp' | 'type' | 'transactionId'> {
  return { timestamp, type, transactionId };
}
