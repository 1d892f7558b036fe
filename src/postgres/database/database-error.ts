import type { DatabaseErrorReason } from '../../client/errors/entry-errors.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';

/** The database failed, or cannot be used. The message contains no password. */
export class DatabaseError extends PublisherError {
  readonly code = 'database';
  readonly reason: DatabaseErrorReason;
  /** The SQLSTATE that the server returned. */
  readonly sqlState: string | undefined;

  constructor(
    message: string,
    context: ErrorContext & Partial<Pick<DatabaseError, 'reason' | 'sqlState'>> = {},
  ) {
    super(message, context);
    this.reason = context.reason ?? 'failed';
    this.sqlState = context.sqlState;
  }
}

nameErrorClass(DatabaseError, 'DatabaseError');

/** Whether no database takes the work now, so that it is tried again. */
export function isUnreachable(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.reason === 'unreachable';
}

/** Of a replica, as a server is before its promotion, and after it has failed over. */
const readOnlyState = '25006';

export function isReadOnly({ sqlState }: DatabaseError): boolean {
  return sqlState === readOnlyState;
}

const reasons: Readonly<Record<string, readonly [DatabaseErrorReason, string]>> = {
  '28': ['permission', 'the database rejected the user or its password'],
  '3D000': ['failed', 'the database does not exist'],
  [readOnlyState]: ['unreachable', 'the database is read-only'],
  '25P03': ['unreachable', 'the database closed a connection that was idle for too long'],
  '42501': ['permission', 'the user of the database lacks a privilege'],
  '3F000': ['no_tables', 'the tables do not exist: plan a load first'],
  '42P01': ['no_tables', 'the tables do not exist: plan a load first'],
  '53100': ['full', 'the disk of the database is full'],
  '53300': ['unreachable', 'the database has no free connection'],
  '53': ['full', 'the database has no resources left'],
  '08': ['unreachable', 'the connection to the database was lost'],
  '57P04': ['failed', 'the database was dropped'],
  '57P': ['unreachable', 'the database is shutting down or starting'],
  '58030': ['full', 'the database cannot write'],
};

const systemCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Codes of Node.js for a certificate that it rejects, such as `CERT_HAS_EXPIRED`. */
const certificateCode = /(^|_)CERT(_|$)|^UNABLE_TO_VERIFY_/;

/** Returns what `pg` threw as an error without a secret; errors of this package are returned unchanged. */
export function toDatabaseError(thrown: unknown, secrets: readonly string[]): PublisherError {
  if (thrown instanceof PublisherError) return thrown;
  const { message, code } = read(thrown);
  const detail = redact(message, secrets);
  const match = code === undefined ? undefined : findReason(code);
  if (match)
    return new DatabaseError(detail === '' ? match[1] : `${match[1]}: ${detail}`, {
      reason: match[0],
      sqlState: code,
    });
  if (code !== undefined && systemCodes.has(code)) {
    return new DatabaseError(`the database cannot be reached: ${detail || code}`, { reason: 'unreachable' });
  }
  if (code !== undefined && certificateCode.test(code)) {
    return new DatabaseError(`the certificate of the database is not trusted: ${detail}`, {
      reason: 'certificate',
    });
  }
  if (message === 'Query read timeout') {
    return new DatabaseError('the database did not respond to a statement in time', {
      reason: 'unreachable',
    });
  }
  // What `pg` says of a connection that ended has no code.
  if (
    /^(connection terminated|client has encountered a connection error|timeout exceeded when trying to connect|client was closed|connection ended)/i.test(
      message,
    )
  ) {
    return new DatabaseError(`the connection to the database was lost: ${detail}`, { reason: 'unreachable' });
  }
  return new DatabaseError(`the database failed: ${detail}`, { reason: 'failed', sqlState: code });
}

function findReason(code: string): readonly [DatabaseErrorReason, string] | undefined {
  // SQLSTATEs have five characters; the first two are their class.
  if (!/^[0-9A-Z]{5}$/.test(code)) return undefined;
  return reasons[code] ?? reasons[code.slice(0, 3)] ?? reasons[code.slice(0, 2)];
}

function read(thrown: unknown): { readonly message: string; readonly code: string | undefined } {
  // Node tries each address of a host name, and throws what happened to all of them.
  const error: unknown = thrown instanceof AggregateError ? (thrown.errors[0] ?? thrown) : thrown;
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, code };
}

function redact(message: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), message);
}
