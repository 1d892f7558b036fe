import { commandOf, groupOf } from '../../flags/command-module.ts';
import { declareCreate, declarePromoCodes } from './flags.ts';

export const promoCodesCommand = groupOf(declarePromoCodes, {
  create: commandOf(declareCreate, async (flags) => (await import('./run-create.ts')).runCreate(flags)),
});
