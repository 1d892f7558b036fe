import { instantOf } from '../client/api/instant.ts';
import type { Transactions } from '../client/resources/transactions.ts';

/** A row that was read before. */
export interface KnownRow {
  /** Not finer than a microsecond. */
  readonly timestamp: string;
  /** Identifies it, with its time. */
  readonly key: string;
}

/** How many rows are looked for, and with how few a ledger is not rejected: a service may have removed them. */
export const lookedFor = 40;
const fewest = 3;

/** Rows that are requested at once: the known one is the first, unless others have its time. */
const limit = 10;

/** What a service has of the rows of a ledger: one of them, none but others, or nothing that tells. */
export type Recognition = 'known' | 'other' | 'unknown';

interface RecognizeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the service has returned rows that are not known. @defaultValue `false` */
  readonly hasOthers?: boolean;
}

/**
 * Requests known rows, the newest first, until the service returns one. That of another game has none of them: its rows must not
 * be stored beside those of this ledger. A row that is invalid may be any.
 */
export async function recognizeLedger(
  { list }: Pick<Transactions, 'list'>,
  known: readonly KnownRow[],
  keyOf: (row: unknown) => string | undefined,
  { signal, hasOthers = false }: RecognizeOptions = {},
): Promise<Recognition> {
  let isOther = hasOthers;
  for (const { timestamp, key } of known.slice(0, lookedFor)) {
    const instant = instantOf(timestamp);
    const time = Date.parse(timestamp);
    const query = {
      startDate: new Date(time - 1000).toISOString(),
      endDate: new Date(Math.max(Date.now(), time + 2000)).toISOString(),
      ...{
        limit,
        prefetch: false,
        onInvalidRow: ({ row }: { readonly row: unknown }) => void invalid.push(row),
      },
    };
    const invalid: unknown[] = [];
    for await (const { results } of list(query, { signal }).pages()) {
      if ([...results, ...invalid].some((row) => keyOf(row) === key)) return 'known';
      isOther ||= results.length > 0 && invalid.length === 0;
      const last = results.at(-1);
      if (!last || instantOf(last.timestamp) > instant) break;
    }
  }
  return isOther && known.length >= fewest ? 'other' : 'unknown';
}
