import { type Command, Option } from 'commander';

import { ConfigurationError } from '../../client/errors/index.ts';
import {
  type Action,
  type Field,
  inputOf,
  rejectedField,
  sentence,
  type Typed,
} from '../../sandbox/actions/action.ts';
import { actionOf, actions } from '../../sandbox/actions/actions.ts';
import { defaultSandboxUrl } from '../../sandbox/connect.ts';
import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { addEnvFileFlag, addOutputFlags, loadEnvFile } from '../flags.ts';
import { postAction, sandboxUrl } from './control-endpoint.ts';

interface Flags {
  readonly url?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly envFile?: string;
}

const exitCodes = `
Exit codes: 0 done, 1 there is no sandbox, the id is unknown, the purchase is
            in another state, or your endpoint failed, 2 wrong usage
`;

const more = `${exitCodes}
Examples:
  publisher-commerce trigger pay "$SESSION"
  publisher-commerce trigger refund "$PURCHASE" --json
  publisher-commerce trigger fault --operation offers.list --status 503
  publisher-commerce trigger game-auth --endpoint http://localhost:3000/auth
  publisher-commerce trigger advance 1d --url http://127.0.0.1:8080
`;

/** `trigger`: makes something happen in a running sandbox. Its subcommands are the actions of the sandbox. */
export const triggerCommand: CommandModule = { define, run };

function define(command: Command): void {
  addCommonOptions(command)
    .description('Makes something happen in a running sandbox, from a script in any language.')
    .addHelpText('after', more);
  for (const { name, summary, example, fields } of actions) {
    const subcommand = command.command(name).summary(summary).description(sentence(summary));
    for (const field of Object.values(fields)) addField(subcommand, field);
    const exampleText = `Example:\n  publisher-commerce trigger ${example}\n`;
    addCommonOptions(subcommand).addHelpText('after', `${exitCodes}\n${exampleText}`);
  }
}

function addField(command: Command, { flag, help, isList, isSwitch }: Field): void {
  if (isArgument(flag)) command.argument(flag, help);
  else if (isList) {
    command.option(flag, help, (value: string, values: string[] | undefined) => [...(values ?? []), value]);
  } else command.option(flag, help);
  if (isSwitch) command.option(flag.replace('--', '--no-'), `the opposite of ${flag}`);
}

function isArgument(flag: string): boolean {
  return flag.startsWith('<');
}

/** They may stand before and after the name of the trigger. */
function addCommonOptions(command: Command): Command {
  command.option('--url <url>', `the sandbox (default: PUBLISHER_SANDBOX_URL, else ${defaultSandboxUrl})`);
  return addEnvFileFlag(addOutputFlags(command));
}

async function run(command: Command): Promise<ExitCode> {
  const action = actionOf(command.name());
  try {
    return await runAction(action, command);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [name, { flag } = { flag: name }] = rejectedField(action, error);
    throw new UsageError(`${flag.replace(/ <.*/, '')}: ${error.rule}`);
  }
}

/** @throws ConfigurationError naming the field that is invalid. */
async function runAction(action: Action, command: Command): Promise<ExitCode> {
  const { url: givenUrl, json = false, quiet = false, envFile } = command.optsWithGlobals<Flags>();
  if (envFile !== undefined) loadEnvFile(envFile);
  const url = sandboxUrl(givenUrl, process.env);
  const input = inputOf(action, (_name, field) => typedIn(command, field));
  // Here too, so that a wrong command line needs no sandbox to be found.
  action.check(input);
  const { lines, fields, failure } = action.report(await postAction(url, action, input), input);
  const shown = { trigger: action.name, url, ...fields };
  if (json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  else if (!quiet) process.stdout.write(`${lines.join('\n')}\n`);
  if (failure === undefined) return exitCode.done;
  process.stderr.write(`publisher-commerce: ${failure}\n`);
  return exitCode.failed;
}

function typedIn(command: Command, { flag }: Field): Typed {
  if (isArgument(flag)) return command.args[0];
  return command.getOptionValue(new Option(flag).attributeName()) as Typed; // as `addField` has defined it
}
