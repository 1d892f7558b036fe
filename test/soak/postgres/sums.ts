import { moneyColumns, moneyFields } from '../../../src/ledger/money-fields.ts';
import type { PublisherClient } from '../../../src/client/index.ts';
import { execute } from '../../support/postgres.ts';

/** The rows and sums of each currency and type, as integer strings: `USD paid` to rows and the eight sums. */
export type Sums = Readonly<Record<string, readonly string[]>>;

/** Adds up a range in a single iteration, without our receipts. */
export async function iterate(
  client: PublisherClient,
  range: { readonly startDate: string; readonly endDate: string },
): Promise<Sums> {
  const sums = new Map<string, bigint[]>();
  for await (const { results } of client.transactions.list({ ...range, limit: 10_000 }).pages()) {
    for (const { transactionDetails: details } of results) {
      const key = `${details.currencyCode} ${details.type}`;
      const sum = sums.get(key) ?? Array.from({ length: 9 }, () => 0n);
      sums.set(key, sum);
      sum[0] = (sum[0] ?? 0n) + 1n;
      for (const [index, field] of moneyFields.entries())
        sum[index + 1] = (sum[index + 1] ?? 0n) + BigInt(details[field]);
    }
  }
  return Object.fromEntries([...sums].map(([key, values]) => [key, values.map(String)]));
}

/** Adds up the table. */
export async function storedSums(database: string): Promise<Sums> {
  const rows = await execute(
    database,
    `SELECT currency_code || ' ' || type AS key,
       ARRAY[count(*)::text, ${moneyColumns.map((column) => `sum(${column})::text`).join(', ')}] AS sums
     FROM publisher_commerce.transactions GROUP BY 1`,
  );
  // The statement names these columns.
  return Object.fromEntries(rows.map(({ key, sums }) => [String(key), sums as string[]]));
}

/** The rows of all currencies and types. */
export function countOf(sums: Sums): number {
  return Object.values(sums).reduce((total, [rows]) => total + Number(rows), 0);
}
