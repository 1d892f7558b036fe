import { createHash } from 'node:crypto';

import * as z from 'zod';

import { fieldOf } from '../../../client/api/input.ts';
import { instantOf } from '../../../client/api/instant.ts';
import type { Transaction } from '../../../client/api/transactions.ts';
import { type KnownRow, lookedFor, recognizeLedger } from '../../../ledger/recognize-ledger.ts';
import type { Connection } from '../../service/connection.ts';
import { UsageError } from '../../terminal/command-error.ts';

/** The rule of what a state has of the newest rows. */
export const knownRowsSchema = z.array(z.strictObject({ timestamp: z.string(), key: z.string() })).readonly();

/** Returns the newest rows of those that are known and of a day. */
export function withNewest(
  known: readonly KnownRow[] = [],
  rows: readonly Transaction[],
): readonly KnownRow[] {
  const newest = rows.slice(-lookedFor).map((row) => ({ timestamp: row.timestamp, key: keyOf(row) }));
  const byKey = new Map([...known, ...newest].map((row) => [row.key, row]));
  return [...byKey.values()]
    .toSorted((one, other) => instantOf(other.timestamp) - instantOf(one.timestamp))
    .slice(0, lookedFor);
}

/** A row is identified, and not revealed: states are printed. */
function keyOf(row: unknown): string {
  const details = fieldOf(row, 'transactionDetails');
  const names = [fieldOf(details, 'type'), fieldOf(details, 'id')];
  const key = [instantOf(fieldOf(row, 'timestamp')), ...names].join('\0');
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** Checks that a service has a row of the state. @throws UsageError if it has none of them, but others */
export async function checkLedger(
  { client }: Connection,
  known: readonly KnownRow[] = [],
  signal: AbortSignal,
): Promise<void> {
  if ((await recognizeLedger(client.transactions, known, keyOf, { signal })) !== 'other') return;
  throw new UsageError(
    `token: must be of the ledger of --state: the service has none of its ${known.length} newest rows, but others. Nothing was ` +
      'printed. If the state is of another ledger, or the service has replaced it, leave out --state, to read all days again',
  );
}
