import { Client } from 'pg';

import { migrate } from '../../src/postgres/database/migrate.ts';
import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { openQueue } from '../../src/postgres/queue.ts';

/** Creates the tables of transactions and of the queue in an empty database. */
export async function createTables(url: string): Promise<void> {
  await using database = await openDatabase({ connectionString: url }, 'publisher_commerce', 4);
  await migrate(database);
  const queue = await openQueue(database, { migrate: true });
  await queue[Symbol.asyncDispose]();
}

/** Creates a database that has the tables, to be copied, and returns its URL. */
export async function createTemplate(server: string): Promise<string> {
  // Ours sends every statement in a transaction, in which no database can be created.
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('CREATE DATABASE ledger_template');
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = 'ledger_template';
  await createTables(url.href);
  return url.href;
}
