import { commandOf } from '../../flags/command-module.ts';
import { declareDoctor } from './flags.ts';

export const doctorCommand = commandOf(declareDoctor, async (flags) =>
  (await import('./run-doctor.ts')).runDoctor(flags),
);
