#!/usr/bin/env node
import { unsupportedNode } from '../runtime/unsupported-node.ts';

const problem = unsupportedNode();
if (problem === undefined) {
  ignoreOutputErrors();
  // Imported here, because an older Node may be unable to load it.
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
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
