import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';

/**
 * Why a database failed:
 *
 * - `unreachable`: no connection, or it was lost; workers try again for a minute before they give up
 * - `certificate`: the certificate of the server is not trusted, or is that of another host
 * - `permission`: the user, the password or a privilege
 * - `no_tables`: the schema has no tables yet; `planLoad` creates them
 * - `version`: the tables are of another version of this package
 * - `full`: the disk or another resource of the server is exhausted
 * - `lost_lease`: this process was stopped for too long while it planned or synced, and another one has taken over
 * - `failed`: anything else
 */
export type DatabaseErrorReason =
  'unreachable' | 'certificate' | 'permission' | 'no_tables' | 'version' | 'full' | 'lost_lease' | 'failed';

/** The database failed, or cannot be used. The message contains no password. */
export class DatabaseError extends PublisherError {
  readonly code = 'database';
  readonly reason: DatabaseErrorReason;
  /** The SQLSTATE that the server returned. */
  readonly sqlState: string | undefined;

  constructor(reason: DatabaseErrorReason, message: string, sqlState?: string) {
    super(message);
    this.reason = reason;
    this.sqlState = sqlState;
  }
}

nameErrorClass(DatabaseError, 'DatabaseError');

/** Whether there is no connection, or it was lost. */
export function isUnreachable(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.reason === 'unreachable';
}
