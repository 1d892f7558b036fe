import { type Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { type Action, type ActionField, sentence } from '../../../sandbox/actions/action.ts';
import { defaultSandboxUrl } from '../../../sandbox/connect.ts';
import { envFileFlag } from '../../flags/env-file.ts';
import { currencyDigitsFlag, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { parseList } from '../../flags/parsers.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

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

/** The command of an action. */
export type TriggerCommand = ReturnType<typeof addCommonFlags>;

/** `trigger`: makes something happen in a running sandbox. */
export function declareTrigger(command: Command) {
  return addCommonFlags(command)
    .description('Makes something happen in a running sandbox, from a script in any language.')
    .addHelpText('after', more);
}

export function declareAction(command: Command, action: Action): TriggerCommand {
  const { summary, example, fields, hasAmounts } = action;
  command.summary(summary).description(sentence(summary));
  for (const field of Object.values(fields)) addField(command, field);
  if (hasAmounts) command.addOption(currencyDigitsFlag);
  return addCommonFlags(command).addHelpText(
    'after',
    `\n${codes}\n\nExample:\n  publisher-commerce trigger ${example}\n`,
  );
}

function addField(command: CommandUnknownOpts, { flag, help, isList, isSwitch }: ActionField): void {
  if (isArgument(flag)) command.argument(flag, help);
  else if (isList) command.option(flag, help, parseList);
  else command.option(flag, help);
  if (isSwitch) command.option(flag.replace('--', '--no-'), `the opposite of ${flag}`);
}

/** Whether a field is an argument, and no flag. */
export function isArgument(flag: string): boolean {
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
