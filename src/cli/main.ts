#!/usr/bin/env node
import module from 'node:module';

import { unsupportedNode } from '../client/runtime/unsupported-node.ts';

const problem = unsupportedNode();
if (problem === undefined) {
  ignoreOutputErrors();
  // Node keeps the compiled code in the folder for temporary files. Bun has no such function.
  (module as Partial<typeof module>).enableCompileCache?.();
  // Imported here, because an older Node may be unable to load it.
  const { run } = await import('./run.ts');
  const code = await run(process.argv.slice(2));
  // The exit code is set already if a result could not be printed.
  process.exitCode ??= code;
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

/**
 * Keeps the process running when its output fails: the reader may exit (EPIPE), as `head` does, or the disk may be full
 * (ENOSPC).
 */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
