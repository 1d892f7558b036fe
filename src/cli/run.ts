import { createRequire } from 'node:module';

import { ConfigurationError } from '../errors/index.ts';
import { flagOf, readArguments, type Request, UsageError } from './arguments.ts';
import { help } from './help.ts';
import { serve } from './serve.ts';

/** Does what a command line asks for, and gives the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function run(args: readonly string[]): Promise<number> {
  let request: Request;
  try {
    request = readArguments(args);
  } catch (error) {
    if (error instanceof UsageError) return usageError(error.message);
    throw error;
  }
  if (request.kind === 'help') {
    process.stdout.write(help);
    return 0;
  }
  if (request.kind === 'version') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  try {
    await serve(request.where, request.options);
    return 0;
  } catch (error) {
    if (error instanceof ConfigurationError) return usageError(`${flagOf(error.option)}: ${error.rule}`);
    process.stderr.write(`publisher-commerce: ${explain(error, request.where.port)}\n`);
    return 1;
  }
}

function usageError(message: string): number {
  process.stderr.write(`publisher-commerce: ${message}\nTry publisher-commerce --help\n`);
  return 2;
}

function explain(error: unknown, port: number): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'EADDRINUSE') return `port ${port} is in use: choose another one with --port, or 0 for any`;
  if (code === 'EACCES') return `port ${port} is not open to you: choose another one with --port`;
  return String(message);
}

function version(): string {
  // By its own name, which leads to the same file from the sources and from the built program.
  const manifest: unknown = createRequire(import.meta.url)('publisher-commerce/package.json');
  return (manifest as { version: string }).version;
}
