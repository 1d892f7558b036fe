import { commandOf } from '../../flags/command-module.ts';
import { declareReport } from './flags.ts';

export const reportCommand = commandOf(declareReport, async (flags, files) =>
  (await import('./run-report.ts')).runReport(flags, files),
);
