import { NotFoundError } from '../../client/errors/index.ts';
import type { Connection } from './connection.ts';

/** The service, as what reads and changes it uses it. */
export interface ServiceAccess {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Returns `undefined` for what the service does not have. */
export async function ifExists<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
