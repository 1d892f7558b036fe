import type { Command, CommandUnknownOpts, Option, OptionValues } from '@commander-js/extra-typings';

import { type ExitCode, UsageError } from '../terminal/command-error.ts';
import { writeLine } from '../terminal/log-line.ts';
import { envFileFlag, readEnvFile } from './env-file.ts';
import { flagOf } from './flags.ts';

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
    watchFlags(declared);
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

/** Reads the file of `--env-file`, and rejects flags that are given twice. */
export function watchFlags(command: CommandUnknownOpts): void {
  for (const option of command.options) rejectTwice(command, option);
  let unread: readonly string[] = [];
  // As soon as it is parsed: the values of other flags may come from its variables.
  command.on(`option:${envFileFlag.name()}`, (file: string) => (unread = readEnvFile(file)));
  command.hook('preAction', (_, run) => {
    if (unread.length === 0 || run.optsWithGlobals()['quiet'] === true) return;
    const file = String(command.getOptionValue(envFileFlag.attributeName()));
    writeLine(`Not used, since --env-file names ${file}: ${unread.join(', ')} of the shell`);
  });
}

/** A flag that is given twice with different values is wrong, unless it collects them: the last would win in silence. */
function rejectTwice(command: CommandUnknownOpts, option: Option): void {
  const given = new Set<unknown>();
  command.on(`option:${option.name()}`, (value: unknown) => {
    given.add(value);
    if (given.size === 1 || Array.isArray(command.getOptionValue(option.attributeName()))) return;
    const values = [...given].map(String).join(', ');
    throw new UsageError(`${flagOf(option.attributeName())}: is given twice: ${values}`);
  });
}

/** Returns a command of subcommands, whose own help `declare` adds. */
export function groupOf(
  declare: (command: Command) => unknown,
  subcommands: Readonly<Record<string, CommandModule>>,
): CommandModule {
  return (command, exit) => {
    declare(command);
    watchFlags(command);
    for (const [name, define] of Object.entries(subcommands)) define(command.command(name), exit);
  };
}
