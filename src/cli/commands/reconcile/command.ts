import { commandOf } from '../../flags/command-module.ts';
import { declareReconcile } from './flags.ts';

export const reconcileCommand = commandOf(declareReconcile, async (flags, files) =>
  (await import('./run-reconcile.ts')).runReconcile(files, flags),
);
