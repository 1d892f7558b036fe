import { CommandError } from './command-error.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { systemCode } from './system-errors.ts';
import { type FileContent, writeAtomically } from './write-atomically.ts';

/** Replaces the file that a command was asked to write. @throws CommandError if it cannot be written. */
export async function writeResult(out: string, content: FileContent): Promise<void> {
  try {
    await writeAtomically(out, content);
  } catch (error) {
    throw notWritten(out, error);
  }
}

/** Writes to stdout, to the end, and returns the exit code. @throws CommandError if it cannot be written. */
export async function printResult(content: string): Promise<ExitCode> {
  const error = await new Promise<Error | null | undefined>((resolve) =>
    process.stdout.write(content, resolve),
  );
  // As `head` does, which has what it needs. The exit code says that there was more.
  if (systemCode(error) === 'EPIPE') return exitCode.failed;
  if (error) throw notWritten('stdout', error);
  return exitCode.done;
}

/** The error for a file that cannot be written. */
export function notWritten(out: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError('write_failed', `${out}: cannot be written: ${reason}`);
}
