import {
  ConfigurationError,
  ConnectionError,
  InvalidRequestError,
  PublisherError,
  RateLimitError,
  ResponseTooLargeError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from '../../client/errors/index.ts';
import { errorCode } from '../../shared/error-code.ts';
import { formatDuration } from './format.ts';
import { explainConnection } from './proxy.ts';

/** The exit codes of all commands. */
export const exitCode = {
  /** Done, and everything that was checked is as it should be. */
  done: 0,
  /** Failed; running it again can continue. */
  failed: 1,
  /** The command line or the environment is invalid; nothing was done. */
  usage: 2,
  /** What was checked is not as it should be: it differs, is incomplete or has problems. */
  different: 3,
  /** Another process does the same; nothing was done. */
  busy: 4,
  /** Stopped by SIGINT with work left. */
  interrupted: 130,
  /** Stopped by SIGTERM or SIGHUP with work left. */
  terminated: 143,
} as const;

/** An exit code of a command. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** A failure of a command, explained in one line. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** A stable code, for `--json`. */
  readonly code: string;
  readonly exit: ExitCode;
  /** What `--json` prints besides. */
  readonly details: object;

  constructor(code: string, message: string, exit: ExitCode = exitCode.failed, details: object = {}) {
    super(message);
    this.code = code;
    this.exit = exit;
    this.details = details;
  }
}

/** The command line or the environment is invalid; nothing was done. */
export class UsageError extends CommandError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super('usage', message, exitCode.usage);
  }
}

/** Returns the error of a command that calls the service, in one line. */
export function explainError(error: unknown, explain = explainServiceError): Error {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigurationError || error instanceof InvalidRequestError)
    return new UsageError(error.message);
  if (error instanceof PublisherError) return new CommandError(error.code, explain(error));
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns what failed in a call of the service, in words of the command. */
export function explainServiceError(error: Error): string {
  if (error instanceof UnauthorizedError) {
    // Only who has set the second variable can have sent it.
    const sandbox = process.env['PUBLISHER_SANDBOX_TOKEN']
      ? ', or PUBLISHER_SANDBOX_TOKEN in the sandbox'
      : '';
    return `the service rejected the token (401): set a valid PUBLISHER_TOKEN${sandbox}`;
  }
  if (error instanceof RateLimitError) {
    const { retryAfter } = error;
    const limited = 'the service limits the rate of requests (429)';
    return retryAfter === undefined
      ? `${limited}: set --rate-limit`
      : `${limited}, and asks to wait ${formatDuration(Math.ceil(retryAfter / 1000))}: run it again then, or set --rate-limit`;
  }
  if (error instanceof ConnectionError) return explainConnection(error);
  return error instanceof ServerError ? `the service failed: ${error.message}` : error.message;
}

/** Returns what failed in a request of pages, whose size `--limit` sets, or a setting of another name. */
export function explainPageError(error: Error, limit = '--limit'): string {
  const explained = explainServiceError(error);
  if (error instanceof TimeoutError)
    return `${explained}; set a longer --timeout, or request smaller pages with ${limit}`;
  return error instanceof ResponseTooLargeError
    ? `${explained}; request smaller pages with ${limit}`
    : explained;
}

/** Adds what to do next to a message. */
export function withAdvice(message: string, advice: string): string {
  return advice === '' ? message : `${message.replace(/\.$/, '')}. ${advice}`;
}

/** The code of a system error, for example `ENOSPC`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error ? errorCode(error) : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is exceeded',
  EFBIG: 'the file has reached the maximum size (ulimit -f)',
  EIO: 'the disk reported an error',
  EROFS: 'the disk is read-only',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
};

/** What is wrong with a file: of a system error without its call, which may name a temporary file. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = systemCode(error);
  if (code === undefined) return message;
  return `${reasons[code] ?? message.replace(/^\w+: /, '').replace(/, \w+(?: '.*')?$/s, '')} (${code})`;
}

/** Whether a file does not exist. */
export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}

/** The error for a file that cannot be written. */
export function notWritten(out: string, error: unknown, aside = ''): CommandError {
  const reason = isMissing(error) ? 'its folder does not exist (ENOENT)' : reasonOf(error);
  return new CommandError('write_failed', `${out}: cannot be written: ${reason}${aside}`);
}
