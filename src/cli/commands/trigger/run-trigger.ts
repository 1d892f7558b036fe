import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';

import { ConfigurationError } from '../../../client/errors/index.ts';
import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import {
  type Action,
  type ActionField,
  inputOf,
  rejectedField,
  type Typed,
} from '../../../sandbox/actions/action.ts';
import { exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import { fail } from '../../terminal/log-line.ts';
import { printLines, printObject } from '../../terminal/stdout.ts';
import { postAction, sandboxUrl } from './control-endpoint.ts';
import { isArgument, type TriggerCommand } from './flags.ts';

/** Makes an action happen, and prints its outcome. */
export async function runTrigger(action: Action, command: TriggerCommand): Promise<ExitCode> {
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
  else if (!quiet) void printLines(lines);
  if (failure === undefined) return exitCode.done;
  fail(failure);
  return exitCode.failed;
}

function typedIn(command: CommandUnknownOpts, { flag }: ActionField): Typed {
  if (isArgument(flag)) return command.args[0];
  return command.getOptionValue(new Option(flag).attributeName()) as Typed; // as `addField` has defined it
}
