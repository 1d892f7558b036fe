import { PublisherClient } from '../../../src/index.ts';
import { linesOf, RowSet } from '../../../src/postgres/work/row-set.ts';
import { encodeRow } from '../../../src/postgres/work/stored-row.ts';
import type { EncodeJob } from '../job.ts';

/** Reads the rows of a range, and returns a function that turns them into the bytes that a load sends, and counts them. */
export async function readToEncode({ origin, range, limit }: EncodeJob): Promise<() => number> {
  const { transactions } = new PublisherClient({ baseUrl: origin, token: 'bench' });
  const rows = await transactions.list({ ...range, limit }).toArray({ max: 100_000 });
  return () => {
    const set = new RowSet(1, false);
    for (const transaction of rows) {
      const row = encodeRow(transaction);
      if (typeof row === 'string') throw new Error(row);
      set.add(row, range.endDate);
    }
    const encoded = set.finish().rows;
    return linesOf(encoded).length > 0 ? encoded.length : 0;
  };
}
