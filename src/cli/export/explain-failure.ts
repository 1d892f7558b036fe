import {
  ConfigurationError,
  InvalidRequestError,
  PublisherError,
  ResponseValidationError,
  UnauthorizedError,
} from '../../errors/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { systemCode } from './system-errors.ts';

const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is exceeded',
  EFBIG: 'the file has reached the maximum size (ulimit -f)',
  EIO: 'the disk reported an error',
  EROFS: 'the disk is read-only',
  EACCES: 'there is no permission to write',
  EPERM: 'there is no permission to write',
  EPIPE: 'the reader of the output has ended',
};

/** Returns the error of an export in one line; `advice` says how to continue. */
export function explainFailure(error: unknown, advice: string): unknown {
  if (error instanceof CommandError) {
    return error.exit === exitCode.failed ? withAdvice(error.code, error.message, advice) : error;
  }
  if (error instanceof ConfigurationError || error instanceof InvalidRequestError) {
    return new UsageError(error.message);
  }
  if (error instanceof UnauthorizedError) {
    return withAdvice(
      error.code,
      'the service rejected the token (401): set a valid PUBLISHER_TOKEN',
      advice,
    );
  }
  if (error instanceof ResponseValidationError) {
    return withAdvice(error.code, `${error.message}; --quarantine FILE sets invalid rows aside`, advice);
  }
  if (error instanceof PublisherError) return withAdvice(error.code, error.message, advice);
  const code = systemCode(error);
  if (code === undefined) return error;
  const cause = causes[code] ?? (error as Error).message;
  return withAdvice(code === 'ENOSPC' ? 'disk_full' : 'write_failed', `${cause} (${code})`, advice);
}

function withAdvice(code: string, message: string, advice: string): CommandError {
  return new CommandError(code, `${message.replace(/\.$/, '')}. ${advice}`);
}
