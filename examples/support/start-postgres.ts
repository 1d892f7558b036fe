import { startServer } from './start-server.ts';

/** A PostgreSQL database. */
export interface Database extends AsyncDisposable {
  readonly url: string;
  /** What it is, for display: without the password. */
  readonly description: string;
}

/** Returns the database that `DATABASE_URL` names, or starts a server from an npm package, which is removed at the end. */
export async function startPostgres(): Promise<Database> {
  const given = process.env.DATABASE_URL;
  if (given)
    return { url: given, description: 'the database of DATABASE_URL', async [Symbol.asyncDispose]() {} };
  const server = await startServer();
  return { ...server, description: `a PostgreSQL server on port ${server.port}` };
}
