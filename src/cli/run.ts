import { createRequire } from 'node:module';

import { ConfigurationError } from '../errors/index.ts';
import { type Command, flagOf, parseCommand, UsageError } from './arguments.ts';
import { help } from './help.ts';
import { serve } from './serve.ts';

/** Runs a command line. Returns the exit code: 0, 1 for a failure, 2 for an invalid command line. */
export async function run(args: readonly string[]): Promise<number> {
  let command: Command;
  try {
    command = parseCommand(args);
  } catch (error) {
    if (error instanceof UsageError) return usageError(error.message);
    throw error;
  }
  if (command.kind === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (command.kind === 'version') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  try {
    await serve(command.address, command.options);
    return 0;
  } catch (error) {
    if (error instanceof ConfigurationError) return usageError(`${flagOf(error.option)}: ${error.rule}`);
    process.stderr.write(`publisher-commerce: ${explain(error, command.address.port)}\n`);
    return 1;
  }
}

function usageError(message: string): number {
  process.stderr.write(`publisher-commerce: ${message}\nTry publisher-commerce --help\n`);
  return 2;
}

function explain(error: unknown, port: number): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: choose another one with --port, or 0 for a free one`;
  if (code === 'EACCES') return `no permission to use port ${port}: choose another one with --port`;
  return String(message);
}

function version(): string {
  // Resolved by the package's own name, which finds the same file from the sources and from the build.
  const manifest: unknown = createRequire(import.meta.url)('publisher-commerce/package.json');
  return (manifest as { version: string }).version;
}
