import type { Command, Option, OptionValues } from '@commander-js/extra-typings';

import { type CommandModule, commandOf } from '../flags/command-module.ts';
import { addApply, addPlan, addShow, addUndo, type Names, type SheetFlags } from './change-flags.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** The flags of a subject: those of plan and apply, as {@link Own}. */
interface OwnFlags<Own extends OptionValues> extends Names {
  readonly addFlags: (command: Command<[string]>) => Command<[string], Own>;
  /** Those that undo has too. */
  readonly undoFlags: readonly Option[];
  readonly planHelp: string;
  readonly applyHelp: string;
  readonly open: (flags: Partial<Own>) => Promise<SheetSubject>;
}

/** The commands plan, show, apply and undo of a subject, which is opened with the flags of a command. */
export function changeCommands<Own extends OptionValues>({
  addFlags,
  undoFlags,
  planHelp,
  applyHelp,
  open,
  ...names
}: OwnFlags<Own>): Readonly<Record<'plan' | 'show' | 'apply' | 'undo', CommandModule>> {
  // It adds to the flags that a command has.
  const addOwn = addFlags as <Flags extends OptionValues>(
    command: Command<[string], Flags>,
  ) => Command<[string], Flags & Own & SheetFlags>;
  return {
    plan: commandOf(
      (command) => addOwn(addPlan(command, names)).addHelpText('after', planHelp),
      async (flags, sheet) => (await import('./run-plan.ts')).runPlan(await open(flags), sheet, flags),
    ),
    show: commandOf(
      (command) => addShow(command, names),
      async (flags, file) => (await import('./run-plan.ts')).runShow(await open({}), file, flags),
    ),
    apply: commandOf(
      (command) => addOwn(addApply(command, names)).addHelpText('after', applyHelp),
      async (flags, file) => (await import('./run-apply.ts')).runApply(await open(flags), file, flags),
    ),
    undo: commandOf(
      (command) => undoFlags.reduce((undo, flag) => undo.addOption(flag), addUndo(command, names)),
      // The flags of undo are some of those of plan.
      async (flags, files) =>
        (await import('./run-undo.ts')).runUndo(await open(flags as Partial<Own>), files, flags),
    ),
  };
}
