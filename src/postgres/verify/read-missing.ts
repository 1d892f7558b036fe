import type { Queries } from '../database/open-database.ts';
import { storedKey, type StoredKey } from '../database/stored-key.ts';
import type { Tables } from '../database/tables.ts';
import type { LoadVerification } from './load-verification.ts';
import { maxListed } from './row-differences.ts';

interface Row extends StoredKey {
  readonly currency_code: string;
  readonly amount: string;
  readonly net: string;
  readonly missing_since: Date;
  readonly total: string;
}

/** Returns the rows that are marked as missing. */
export async function readMissing(
  { query }: Queries,
  { stored }: Pick<Tables, 'stored'>,
): Promise<Pick<LoadVerification, 'missingRows' | 'missing'>> {
  const rows = await query<Row>(
    `SELECT ${storedKey}, currency_code, amount_minor AS amount, publisher_net_amount_usd_minor AS net,
       missing_since, count(*) OVER () AS total
     FROM ${stored} WHERE missing_since IS NOT NULL
     ORDER BY missing_since DESC, stored_transactions.timestamp, type, transaction_id LIMIT ${maxListed}`,
  );
  return {
    missingRows: Number(rows[0]?.total ?? 0),
    missing: rows.map((row) => ({
      timestamp: row.timestamp,
      type: row.type,
      transactionId: row.transaction_id,
      currencyCode: row.currency_code,
      amount: Number(row.amount),
      publisherNetAmountUsd: Number(row.net),
      missingSince: row.missing_since.toISOString(),
    })),
  };
}
