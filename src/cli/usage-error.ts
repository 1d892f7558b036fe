import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';

/** The command line or the environment is invalid; nothing was done. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super('usage', message, exitCode.usage);
  }
}
