import { commandOf } from '../../flags/command-module.ts';
import { declareSandbox } from './flags.ts';

export const sandboxCommand = commandOf(declareSandbox, async (flags) =>
  (await import('./run-sandbox.ts')).runSandbox(flags),
);
