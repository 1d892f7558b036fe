import { CommandError, exitCode } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';

/** What is suspicious about a change; it may be meant. */
export interface Finding {
  readonly item: string;
  readonly cell: string;
  readonly message: string;
}

/** The error for findings that nobody has looked at: with `--yes`, they end a run. */
export function notReviewed(findings: readonly { readonly message: string }[]): CommandError {
  const message = `${counted(findings.length, 'finding')}; nothing was sent. If they are meant, send them: --skip-checks`;
  return new CommandError('findings', message, exitCode.different);
}
