// A worker in a process of its own. It prints where each request of a job begins, and what it has done at the end.
import { PublisherClient } from '../../../src/client/index.ts';
import { workLoad, type WorkLoadOptions } from '../../../src/postgres/index.ts';

const client = new PublisherClient({ timeout: 15_000 });
const reporting: WorkLoadOptions['client'] = {
  baseUrl: client.baseUrl,
  transactions: {
    list: (query, options) => {
      // A request begins a second before what it is for. Loads pass strings.
      const start = new Date(Date.parse(query.startDate as string) + 1000).toISOString();
      process.stdout.write(`begin ${start}\n`);
      return client.transactions.list(query, options);
    },
  },
};
const result = await workLoad({ client: reporting, database: process.env['DATABASE_URL'] ?? '' });
process.stdout.write(`${JSON.stringify(result)}\n`);
