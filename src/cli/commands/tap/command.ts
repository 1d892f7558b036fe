import { commandOf } from '../../flags/command-module.ts';
import { declareTap } from './flags.ts';

export const tapCommand = commandOf(declareTap, async (flags) =>
  (await import('./run-tap.ts')).runTap(flags),
);
