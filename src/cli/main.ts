#!/usr/bin/env node
import { ignoreOutputErrors } from './ignore-output-errors.ts';
import { run } from './run.ts';

ignoreOutputErrors();
process.exitCode = await run(process.argv.slice(2));
