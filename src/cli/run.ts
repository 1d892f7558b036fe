import { Command, CommanderError } from '@commander-js/extra-typings';

import { PublisherError } from '../client/errors/index.ts';
import { packageVersion } from '../client/runtime/runtime.ts';
import { CommandError, exitCode, type ExitCode, UsageError } from './command-error.ts';
import { type CommandEntry, commands } from './commands.ts';
import { fail, writeLine } from './log-line.ts';

/** Runs a command line. Returns the exit code; an error is printed in one line, and as JSON with `--json`. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const program = await createProgram(args);
  try {
    return await program.run();
  } catch (error) {
    const { code, message, exit, details } = toCommandError(error);
    fail(message);
    if (exit === exitCode.usage) writeLine(`Try ${program.name} --help, or read ${program.guide}`);
    // Read from the arguments, because they may be what is invalid.
    if (args.includes('--json'))
      process.stdout.write(`${JSON.stringify({ error: { code, message, ...details } })}\n`);
    return exit;
  }
}

function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof PublisherError) return new CommandError(error.code, error.message);
  return new CommandError('internal', error instanceof Error ? error.message : String(error));
}

const packageName = 'publisher-commerce';
/** Where its users find them. */
const guides = `node_modules/${packageName}/docs`;

/** A parsed command line. */
interface Program {
  /** The command for messages, for example `publisher-commerce export`. */
  readonly name: string;
  /** The page of its guide, or the folder of all guides, in the folder of a project that uses the package. */
  readonly guide: string;
  /** Runs the command. @throws CommandError, or any other error of the command. */
  readonly run: () => Promise<ExitCode>;
}

/**
 * Parses a command line. Only the module of its command is loaded, so that no command pays for the libraries of
 * another one.
 */
async function createProgram(args: readonly string[]): Promise<Program> {
  const named = args.filter((arg) => !arg.startsWith('-'));
  const wanted = named[0] === 'help' ? named[1] : named[0];
  const invoked = commands.find(({ name }) => name === wanted);
  const program = new Command(packageName)
    .description('Client, sandbox and ledger of the Publisher Commerce API.')
    .addHelpText('after', `\nGuides: ${guides}`);
  const state: { code: ExitCode } = { code: exitCode.done };
  configure(program);
  for (const entry of commands) await addCommand(program, entry, entry === invoked, state);
  const command = program.commands.find((one) => one.name() === invoked?.name);
  const subcommands = command?.commands.map((one) => one.name()) ?? [];
  const subcommand = named.find((name) => subcommands.includes(name));
  const isAlone = args.length === 1 && args[0] === invoked?.name && subcommands.length > 0;
  // Commander's own goes one level deep.
  const isHelp = args[0] === 'help' && invoked !== undefined;
  return {
    name: [packageName, invoked?.name, subcommand].filter((name) => name !== undefined).join(' '),
    guide: invoked ? `${guides}/${invoked.guide}` : guides,
    run: async () => {
      const unknown = isHelp && subcommands.length > 0 && subcommand === undefined ? named[2] : undefined;
      if (unknown !== undefined) {
        throw new UsageError(`unknown command '${unknown}'. Commands: ${subcommands.join(', ')}`);
      }
      try {
        if (args.length === 0 || isAlone) (command ?? program).help();
        await program.parseAsync(isHelp ? [...args.slice(1), '--help'] : args, { from: 'user' });
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        // The help and the version are reported as errors too.
        if (error.exitCode !== 0) throw new UsageError(problemOf(error, subcommands));
      }
      return state.code;
    },
  };
}

async function addCommand(
  program: Command,
  { name, summary, guide, load }: CommandEntry,
  isInvoked: boolean,
  state: { code: ExitCode },
): Promise<void> {
  const command = program.command(name).description(summary);
  configure(command);
  if (!isInvoked) return;
  const define = await load();
  define(command, (code) => (state.code = code));
  // For its subcommands too.
  command.addHelpText('afterAll', `Guide: ${guides}/${guide}`);
}

function configure(command: Command): void {
  command
    .helpOption('-h, --help', 'print this help')
    .version(packageVersion, '-v, --version', 'print the version')
    .exitOverride()
    // Errors are thrown, and printed once by the caller.
    .configureOutput({ outputError: () => undefined, writeErr: () => undefined });
}

/**
 * Commander's message in one line: `unknown option '--prot' (Did you mean --port?)`. The rule of a parser stands behind its
 * flag, as in all other messages: `--port: must be an integer`.
 */
function problemOf({ code, message }: CommanderError, subcommands: readonly string[]): string {
  // Commander prints the help where a subcommand is missing.
  const isMissing = code === 'commander.help';
  const line = isMissing
    ? 'a command is missing'
    : message
        .replace(/^error: /, '')
        .replaceAll(/\s*\n\s*/g, ' ')
        .replace(/^option '.*' value '.*' from env '(\w+)' is invalid\. /, '$1: ')
        .replace(/^option '(--[\w-]+).*' argument '.*' is invalid\. /, '$1: ')
        .replace(/: Allowed choices are (.*)\.$/, ': must be one of $1')
        .replace(
          /^option '(--[\w-]+).*' cannot be used with option '(--[\w-]+).*'$/,
          '$1: must not be combined with $2',
        );
  if (code !== 'commander.unknownCommand' && !isMissing) return line;
  const names = subcommands.length > 0 ? subcommands : commands.map(({ name }) => name);
  return `${line}. Commands: ${names.join(', ')}`;
}
