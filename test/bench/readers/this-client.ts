import { PublisherClient } from 'publisher-commerce';

import { Checksum } from './checksum.ts';
import type { Address, Reader, RowsWork } from './reader.ts';

/** This client, with its defaults. */
export function createReader({ origin, token }: Address): Reader {
  const client = new PublisherClient({ baseUrl: origin, token });

  return {
    async readRows({ startDate, endDate, limit, unit, parts }, checksum) {
      if (parts !== undefined) return readParts({ startDate, endDate, limit, parts }, checksum);
      const paginator = client.transactions.list({ startDate, endDate, limit });
      if (unit === 'rows') for await (const row of paginator) checksum.addRow(row);
      else for await (const page of paginator.pages()) checksum.addRows(page.results);
    },
    readPricePoint: () => client.pricePoints.get(999),
  };

  /** As the guide to performance does it, with the checksum of each part instead of its file. */
  async function readParts(
    {
      startDate,
      endDate,
      limit,
      parts,
    }: Pick<Required<RowsWork>, 'startDate' | 'endDate' | 'limit' | 'parts'>,
    checksum: Checksum,
  ): Promise<void> {
    // The range includes its end.
    const [start, end] = [Date.parse(startDate), Date.parse(endDate) + 1];
    const edge = (part: number): number => Math.round(start + (part / parts) * (end - start));
    const pool = new PublisherClient({ baseUrl: origin, token, maxConcurrency: parts });
    const read = async (part: number): Promise<Checksum> => {
      const [from, to, sum] = [edge(part), edge(part + 1), new Checksum()];
      const query = { startDate: new Date(from - 1000), endDate: new Date(to + 1000), limit };
      for await (const { results } of pool.transactions.list(query).pages()) {
        sum.addRows(
          results.filter(({ timestamp: time }) => Date.parse(time) >= from && Date.parse(time) < to),
        );
      }
      return sum;
    };
    for (const sum of await Promise.all(Array.from({ length: parts }, (_, part) => read(part))))
      checksum.addAll(sum);
  }
}
