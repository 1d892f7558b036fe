import { exitCode, type ExitCode } from './exit-code.ts';

/** A failure of a command, explained in one line. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** A stable code, for `--json`. */
  readonly code: string;
  readonly exit: ExitCode;

  constructor(code: string, message: string, exit: ExitCode = exitCode.failed) {
    super(message);
    this.code = code;
    this.exit = exit;
  }
}
