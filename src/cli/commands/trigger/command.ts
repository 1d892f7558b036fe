import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { ConfigurationError } from '../../../client/errors/index.ts';
import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import {
  type Action,
  type Field,
  inputOf,
  rejectedField,
  sentence,
  type Typed,
} from '../../../sandbox/actions/action.ts';
import { actions } from '../../../sandbox/actions/actions.ts';
import { defaultSandboxUrl } from '../../../sandbox/connect.ts';
import { exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import { type CommandModule, groupOf } from '../../flags/command-module.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { currencyDigitsFlag, envFileFlag, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { fail } from '../../terminal/log-line.ts';
import { print, printObject } from '../../terminal/output.ts';
import { list } from '../../flags/parsers.ts';
import { postAction, sandboxUrl } from './control-endpoint.ts';

const codes = exitCodes({
  failed: 'there is no sandbox, the id is unknown, the purchase is in another state, or your endpoint failed',
});

const more = `
${codes}

Examples:
  publisher-commerce trigger pay "$SESSION"
  publisher-commerce trigger refund "$PURCHASE" --json
  publisher-commerce trigger fault --operation offers.list --status 503
  publisher-commerce trigger game-auth --endpoint http://localhost:3000/auth
  publisher-commerce trigger advance 1d --url http://127.0.0.1:8080
`;

/** `trigger`: makes something happen in a running sandbox. Its subcommands are the actions of the sandbox. */
export const triggerCommand = groupOf(
  (command) =>
    addCommonFlags(command)
      .description('Makes something happen in a running sandbox, from a script in any language.')
      .addHelpText('after', more),
  Object.fromEntries(actions.map((action) => [action.name, commandOfAction(action)])),
);

function commandOfAction(action: Action): CommandModule {
  const { summary, example, fields, hasAmounts } = action;
  return (command, exit) => {
    command.summary(summary).description(sentence(summary));
    for (const field of Object.values(fields)) addField(command, field);
    if (hasAmounts) command.addOption(currencyDigitsFlag);
    const declared = addCommonFlags(command).addHelpText(
      'after',
      `\n${codes}\n\nExample:\n  publisher-commerce trigger ${example}\n`,
    );
    declared.action(async () => exit(await run(action, declared)));
  };
}

function addField(command: CommandUnknownOpts, { flag, help, isList, isSwitch }: Field): void {
  if (isArgument(flag)) command.argument(flag, help);
  else if (isList) command.option(flag, help, list);
  else command.option(flag, help);
  if (isSwitch) command.option(flag.replace('--', '--no-'), `the opposite of ${flag}`);
}

function isArgument(flag: string): boolean {
  return flag.startsWith('<');
}

/** Adds flags that may stand before and after the name of the trigger. */
function addCommonFlags(command: Command) {
  return command
    .option('--url <url>', `the sandbox (default: PUBLISHER_SANDBOX_URL, else ${defaultSandboxUrl})`)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag);
}

/** The command of an action. */
type TriggerCommand = ReturnType<typeof addCommonFlags>;

async function run(action: Action, command: TriggerCommand): Promise<ExitCode> {
  try {
    return await runAction(action, command);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [name, { flag } = { flag: name }] = rejectedField(action, error);
    throw new UsageError(`${flag.replace(/ <.*/, '')}: ${error.rule}`);
  }
}

/** @throws ConfigurationError naming the field that is invalid. */
async function runAction(action: Action, command: TriggerCommand): Promise<ExitCode> {
  const { url: givenUrl, json = false, quiet = false } = command.optsWithGlobals();
  const url = sandboxUrl(givenUrl, process.env);
  const input = inputOf(action, (_name, field) => typedIn(command, field));
  // Here too, so that a wrong command line needs no sandbox to be found.
  action.check(input);
  const output = await postAction(url, action, input);
  // Declared only for an action with amounts.
  const currencyDigits = command.getOptionValue('currencyDigits') as CurrencyDigits | undefined;
  const { lines, fields, failure } = action.report(output, input, currencyDigits ?? {});
  const shown = { trigger: action.name, url, ...fields };
  if (json) void printObject(shown);
  else if (!quiet) void print(lines.map((line) => `${line}\n`).join(''));
  if (failure === undefined) return exitCode.done;
  fail(failure);
  return exitCode.failed;
}

function typedIn(command: CommandUnknownOpts, { flag }: Field): Typed {
  if (isArgument(flag)) return command.args[0];
  return command.getOptionValue(new Option(flag).attributeName()) as Typed; // as `addField` has defined it
}
