#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

import { run } from './run.ts';

// What the sandbox makes for an answer is garbage right after it: without this, Node lets a hundred megabytes of it
// gather before it looks. Flags of the command line would do the same, but a shebang cannot carry them everywhere.
setFlagsFromString('--semi-space-growth-factor=1');

process.exitCode = await run(process.argv.slice(2));
