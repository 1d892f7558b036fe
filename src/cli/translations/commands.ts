import type { Command, OptionValues } from '@commander-js/extra-typings';

import { commandOf, type CommandModule } from '../command-module.ts';
import type { CheckFlags, PullFlags, StatusFlags } from './command.ts';
import type { StringKind } from './strings.ts';

type Declare<Args extends unknown[], Flags extends OptionValues> = (command: Command) => Command<Args, Flags>;

/** What adds the arguments, flags and help of each command. */
interface Declarations<Pull extends OptionValues, File extends string | undefined> {
  readonly declarePull: Declare<[], Pull>;
  readonly declareStatus: Declare<[File], StatusFlags>;
  readonly declareCheck: Declare<[string], CheckFlags>;
}

/**
 * The commands pull, status and check of strings with a column for each locale.
 *
 * @param itemsOf What pull reads, where the service cannot list what it has.
 */
export function stringCommands<Pull extends PullFlags & OptionValues, File extends string | undefined>(
  { declarePull, declareStatus, declareCheck }: Declarations<Pull, File>,
  open: () => Promise<StringKind>,
  itemsOf: (flags: Pull) => Promise<readonly string[] | undefined> = () => Promise.resolve(undefined),
): Readonly<Record<'pull' | 'status' | 'check', CommandModule>> {
  return {
    pull: commandOf(declarePull, async (flags) =>
      (await import('./pull.ts')).runPull(await open(), flags, await itemsOf(flags)),
    ),
    status: commandOf(declareStatus, async (flags, file) =>
      (await import('./status.ts')).runStatus(await open(), file, flags),
    ),
    check: commandOf(declareCheck, async (flags, sheet) =>
      (await import('./check.ts')).runCheck(await open(), sheet, flags),
    ),
  };
}
