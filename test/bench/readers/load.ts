import { PublisherClient } from 'publisher-commerce';
import { planLoad, workLoad } from 'publisher-commerce/postgres';

import { startOwnPostgres } from '../../support/postgres.ts';
import type { Address, Reader } from './reader.ts';

/** A worker that loads into a PostgreSQL of its own; the server and the plan are not measured. */
export function createReader({ origin, token }: Address): Reader {
  const client = new PublisherClient({ baseUrl: origin, token });
  const starting = startOwnPostgres();

  return {
    async prepare(work) {
      if (work.kind !== 'rows') throw new Error('loads read rows only');
      const { startDate, limit } = work;
      // The end of a load is excluded.
      const endDate = new Date(Date.parse(work.endDate) + 1);
      const { url: database } = await starting;
      await planLoad({ client, database, startDate, endDate, limit, rowsPerJob: 10 * limit });
    },
    async readRows(_work, checksum) {
      const { url: database } = await starting;
      checksum.count += (await workLoad({ client, database })).rows;
    },
    readPricePoint: () => Promise.reject(new Error('loads read rows only')),
    end: async () => (await starting)[Symbol.asyncDispose](),
  };
}
