import type { Command, OptionValues } from '@commander-js/extra-typings';

import type { ExitCode } from '../terminal/command-error.ts';

/** Adds to a command what it takes and does; `exit` is called with its exit code. */
export type CommandModule = (command: Command, exit: (code: ExitCode) => void) => void;

/**
 * Returns a command: `declare` adds its arguments, flags and help, and `run` is called with their values.
 *
 * `run` throws a CommandError to print one line and exit with its code.
 */
export function commandOf<Args extends unknown[], Flags extends OptionValues>(
  declare: (command: Command) => Command<Args, Flags>,
  run: (flags: Flags, ...args: Args) => Promise<ExitCode>,
): CommandModule {
  return (command, exit) => {
    const declared = declare(command);
    declared.action(async () => {
      // An empty variable is one that is not set: commander makes an empty string of the `undefined` of its parser.
      for (const option of declared.options) {
        const name = option.attributeName();
        if (option.envVar !== undefined && declared.getOptionValue(name) === '')
          declared.setOptionValue(name, undefined);
      }
      exit(await run(declared.opts(), ...declared.processedArgs));
    });
  };
}

/** Returns a command of subcommands, whose own help `declare` adds. */
export function groupOf(
  declare: (command: Command) => unknown,
  subcommands: Readonly<Record<string, CommandModule>>,
): CommandModule {
  return (command, exit) => {
    declare(command);
    for (const [name, define] of Object.entries(subcommands)) define(command.command(name), exit);
  };
}
