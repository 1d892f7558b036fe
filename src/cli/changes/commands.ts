import type { Command, OptionValues } from '@commander-js/extra-typings';

import { commandOf, type CommandModule } from '../command-module.ts';
import type { ApplyFlags, PlanFlags, ShowFlags, UndoFlags } from './command.ts';
import type { SheetFlags } from './plan-sheet.ts';
import type { Resource } from './resource.ts';

type Declare<Flags extends OptionValues> = (command: Command) => Command<[string], Flags>;

/** What adds the arguments, flags and help of each command. */
interface Declarations<Plan extends OptionValues, Apply extends OptionValues, Undo extends OptionValues> {
  readonly declarePlan: Declare<Plan>;
  readonly declareApply: Declare<Apply>;
  readonly declareShow: Declare<ShowFlags>;
  readonly declareUndo: Declare<Undo>;
}

/** The commands plan, show, apply and undo of a resource, which is opened with the flags of a command. */
export function changeCommands<
  Own extends object,
  Plan extends Own & PlanFlags & SheetFlags & OptionValues,
  Apply extends Own & ApplyFlags & SheetFlags & OptionValues,
  Undo extends UndoFlags & OptionValues,
>(
  declarations: Declarations<Plan, Apply, Undo>,
  open: (flags: Own | Record<string, never>) => Promise<Resource>,
): Readonly<Record<'plan' | 'show' | 'apply' | 'undo', CommandModule>> {
  return {
    plan: commandOf(declarations.declarePlan, async (flags, sheet) =>
      (await import('./run-plan.ts')).runPlan(await open(flags), sheet, flags),
    ),
    show: commandOf(declarations.declareShow, async (flags, file) =>
      (await import('./run-plan.ts')).runShow(await open({}), file, flags),
    ),
    apply: commandOf(declarations.declareApply, async (flags, file) =>
      (await import('./run-apply.ts')).runApply(await open(flags), file, flags),
    ),
    undo: commandOf(declarations.declareUndo, async (flags, record) =>
      (await import('./run-undo.ts')).runUndo(await open({}), record, flags),
    ),
  };
}
