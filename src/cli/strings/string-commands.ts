import type { Command } from '@commander-js/extra-typings';

import { type CommandModule, commandOf } from '../flags/command-module.ts';
import { addCheckFlags, addPullFlags, addStatusFlags, type PullFlags } from './string-flags.ts';
import type { StringKind } from './strings.ts';

/** What the commands of strings say and do. */
interface StringCommands<File extends string | undefined> {
  readonly declarePull: (command: Command) => Command;
  readonly declareStatus: (command: Command) => Command<[File]>;
  readonly pullHelp: string;
  readonly statusHelp: string;
  readonly checkHelp: string;
  readonly kind: () => Promise<StringKind>;
  /** What pull reads, where the service cannot list what it has. */
  readonly itemsOf?: (flags: PullFlags) => Promise<readonly string[]>;
}

/** The commands pull, status and check of strings with a column for each locale. */
export function stringCommands<File extends string | undefined>({
  kind,
  itemsOf,
  ...declared
}: StringCommands<File>): Readonly<Record<'pull' | 'status' | 'check', CommandModule>> {
  return {
    pull: commandOf(
      (command) => addPullFlags(declared.declarePull(command)).addHelpText('after', declared.pullHelp),
      async (flags) => (await import('./run-pull.ts')).runPull(await kind(), flags, await itemsOf?.(flags)),
    ),
    status: commandOf(
      (command) => addStatusFlags(declared.declareStatus(command)).addHelpText('after', declared.statusHelp),
      async (flags, file) => (await import('./run-status.ts')).runStatus(await kind(), file, flags),
    ),
    check: commandOf(
      (command) => addCheckFlags(command).addHelpText('after', declared.checkHelp),
      async (flags, sheet) => (await import('./run-check.ts')).runCheck(await kind(), sheet, flags),
    ),
  };
}
