import { commandOf } from '../../flags/command-module.ts';
import { declareDiff } from './flags.ts';

export const diffCommand = commandOf(declareDiff, async (flags, old, current) =>
  (await import('./run-diff.ts')).runDiff(flags, old, current),
);
