import { commandOf, groupOf } from '../../flags/command-module.ts';
import { declareLoad } from './flags.ts';
import { declarePlan, declareRecount, declareSync, declareWork } from './loading-flags.ts';
import { declareAcknowledge, declareErase, declareLoadStatus, declareLoadVerify } from './table-flags.ts';

const run = () => import('./run-load.ts');

export const loadCommand = groupOf(declareLoad, {
  plan: commandOf(declarePlan, async (flags) => (await run()).runLoadPlan(flags)),
  work: commandOf(declareWork, async (flags) => (await run()).runWork(flags)),
  sync: commandOf(declareSync, async (flags) => (await run()).runSync(flags)),
  recount: commandOf(declareRecount, async (flags) => (await run()).runRecount(flags)),
  status: commandOf(declareLoadStatus, async (flags) =>
    (await import('./run-status.ts')).runLoadStatus(flags),
  ),
  verify: commandOf(declareLoadVerify, async (flags) =>
    (await import('./run-verify.ts')).runLoadVerify(flags),
  ),
  acknowledge: commandOf(declareAcknowledge, async (flags, ids) =>
    (await import('./run-acknowledge.ts')).runAcknowledge(flags, ids),
  ),
  erase: commandOf(declareErase, async (flags) => (await import('./run-erase.ts')).runErase(flags)),
});
