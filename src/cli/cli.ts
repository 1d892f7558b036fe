#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

import { unsupportedNode } from '../runtime/unsupported-node.ts';

const problem = unsupportedNode();
if (problem === undefined) {
  // Most of what the sandbox allocates is garbage after each response. By default, V8 grows its young generation to about
  // a hundred megabytes before it collects. Not set as a flag of node, because not every system supports that in a shebang.
  setFlagsFromString('--semi-space-growth-factor=1');

  // Imported here, because an older Node may be unable to load it.
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
