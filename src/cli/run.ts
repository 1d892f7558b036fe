import { PublisherError } from '../errors/index.ts';
import { CommandError } from './command-error.ts';
import { createProgram } from './create-program.ts';
import { exitCode, type ExitCode } from './exit-code.ts';

/** Runs a command line. Returns the exit code; an error is printed in one line, and as JSON with `--json`. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const program = await createProgram(args);
  try {
    return await program.run();
  } catch (error) {
    const { code, message, exit } = toCommandError(error);
    process.stderr.write(`publisher-commerce: ${message}\n`);
    if (exit === exitCode.usage) {
      process.stderr.write(`Try ${program.name} --help, or read ${program.guide}\n`);
    }
    // Read from the arguments, because they may be what is invalid.
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    return exit;
  }
}

function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof PublisherError) return new CommandError(error.code, error.message);
  return new CommandError('internal', error instanceof Error ? error.message : String(error));
}
