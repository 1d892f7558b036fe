import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { PublisherError } from '../client/errors/index.ts';
import { packageVersion } from '../client/runtime/runtime.ts';
import { type CommandEntry, commands } from './commands.ts';
import { CommandError, exitCode, type ExitCode, UsageError } from './terminal/command-error.ts';
import { fail, writeLine } from './terminal/log-line.ts';

const packageName = 'publisher-commerce';
/** Where its users find them. */
const guides = `node_modules/${packageName}/docs`;

/** Runs a command line. Returns the exit code; an error is printed in one line, and as JSON with `--json`. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const named = words[0] === 'help' ? words.slice(1) : words;
  const entry = commands.find(({ name }) => name === named[0]);
  let code: ExitCode = exitCode.done;
  const program = await createProgram(entry, (exit) => (code = exit));
  const command = find(program, entry?.name);
  const [subcommand] = named.flatMap((word) => find(command, word) ?? []);
  try {
    const helped = helpedBy(args, named, program, command, subcommand);
    if (helped) helped.outputHelp();
    else await parseLine(program, args, command);
    return code;
  } catch (error) {
    const { code: reason, message, exit, details } = toCommandError(error);
    fail(message);
    if (exit === exitCode.usage) {
      const path = [program, command, subcommand].flatMap((one) => one?.name() ?? []).join(' ');
      writeLine(`Try ${path} --help, or read ${entry ? `${guides}/${entry.guide}` : guides}`);
    }
    // Read from the arguments, because they may be what is invalid.
    if (args.includes('--json'))
      process.stdout.write(`${JSON.stringify({ error: { code: reason, message, ...details } })}\n`);
    return exit;
  }
}

function find(
  group: CommandUnknownOpts | undefined,
  name: string | undefined,
): CommandUnknownOpts | undefined {
  return group?.commands.find((one) => one.name() === name);
}

function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof PublisherError) return new CommandError(error.code, error.message);
  return new CommandError('internal', error instanceof Error ? error.message : String(error));
}

/** Returns a program with all commands. Only the one that is named is loaded, so that none pays for the libraries of another. */
async function createProgram(
  named: CommandEntry | undefined,
  exit: (code: ExitCode) => void,
): Promise<Command> {
  const program = new Command(packageName)
    .description('Client, sandbox and ledger of the Publisher Commerce API.')
    .addHelpText('after', `\nGuides: ${guides}`);
  configure(program);
  for (const entry of commands) {
    const command = program.command(entry.name).description(entry.summary);
    configure(command);
    if (entry !== named) continue;
    const define = await entry.load();
    define(command, exit);
    // For its subcommands too.
    command.addHelpText('afterAll', `Guide: ${guides}/${entry.guide}`);
  }
  return program;
}

function configure(command: Command): void {
  command
    .helpOption('-h, --help', 'print this help')
    .version(packageVersion, '-v, --version', 'print the version')
    .exitOverride()
    // Errors are thrown, and printed once by the caller.
    .configureOutput({ outputError: () => undefined, writeErr: () => undefined });
}

/** Returns the command whose help is asked for without `--help`; `undefined` if none is. */
function helpedBy(
  args: readonly string[],
  named: readonly string[],
  program: Command,
  command: CommandUnknownOpts | undefined,
  subcommand: CommandUnknownOpts | undefined,
): CommandUnknownOpts | undefined {
  if (args.length === 0) return program;
  if (!command) return undefined;
  const isGroup = command.commands.length > 0;
  // A group does nothing by itself.
  if (isGroup && args.length === 1) return command;
  // Commander's own help goes one level deep.
  if (args[0] !== 'help') return undefined;
  const [, unknown] = named;
  if (isGroup && !subcommand && unknown !== undefined)
    throw new UsageError(withNames(`unknown command '${unknown}'`, command));
  return subcommand ?? command;
}

/** Parses a command line, and runs its command. @throws CommandError, or any other error of the command */
async function parseLine(
  program: Command,
  args: readonly string[],
  command: CommandUnknownOpts | undefined,
): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The help and the version are reported as errors too.
    if (error.exitCode === 0) return;
    throw new UsageError(reworded(error, command && command.commands.length > 0 ? command : program));
  }
}

/** What commander's messages are in ours, where the rule of a parser stands behind its flag: `--port: must be an integer`. */
const rewordings = {
  start: [/^error: /, ''],
  lines: [/\s*\n\s*/g, ' '],
  variable: [/^option '.*' value '.*' from env '(\w+)' is invalid\. /, '$1: '],
  flag: [/^option '(--[\w-]+).*' argument '.*' is invalid\. /, '$1: '],
  choices: [/: Allowed choices are (.*)\.$/, ': must be one of $1'],
  conflict: [
    /^option '(--[\w-]+).*' cannot be used with option '(--[\w-]+).*'$/,
    '$1: must not be combined with $2',
  ],
} as const;

/** Returns commander's message in one line: `unknown option '--prot' (Did you mean --port?)`. */
function reworded({ code, message }: CommanderError, group: CommandUnknownOpts): string {
  // Commander prints the help where a subcommand is missing.
  if (code === 'commander.help') return withNames('a command is missing', group);
  const line = Object.values(rewordings).reduce((text, [from, to]) => text.replace(from, to), message);
  return code === 'commander.unknownCommand' ? withNames(line, group) : line;
}

function withNames(problem: string, { commands: known }: CommandUnknownOpts): string {
  return `${problem}. Commands: ${known.map((one) => one.name()).join(', ')}`;
}
