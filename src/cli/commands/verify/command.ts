import { commandOf } from '../../flags/command-module.ts';
import { declareVerify } from './flags.ts';

export const verifyCommand = commandOf(declareVerify, async (flags, files) =>
  (await import('./run-verify.ts')).runVerify(flags, files),
);
