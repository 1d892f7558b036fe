import { commandOf } from '../../flags/command-module.ts';
import { declareExport } from './flags.ts';

export const exportCommand = commandOf(declareExport, async (flags) =>
  (await import('./run-export.ts')).runExport(flags),
);
