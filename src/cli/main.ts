#!/usr/bin/env node
import { unsupportedNode } from '../runtime/unsupported-node.ts';
import { ignoreOutputErrors } from './ignore-output-errors.ts';

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
