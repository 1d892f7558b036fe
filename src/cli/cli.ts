#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

import { run } from './run.ts';

// Most of what the sandbox allocates is garbage after each response. By default, V8 grows its young generation to about
// a hundred megabytes before it collects. Not set as a flag of node, because not every system supports that in a shebang.
setFlagsFromString('--semi-space-growth-factor=1');

process.exitCode = await run(process.argv.slice(2));
