import type { Command } from 'commander';

import { defaultSandboxUrl } from '../../sandbox/connect.ts';
import type { CommandModule } from '../command-module.ts';
import { addEnvFileFlag, addOutputFlags, loadEnvFile } from '../flags.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { callbackTriggers } from './callback-triggers.ts';
import { controlEndpoint, sandboxUrl } from './control-endpoint.ts';
import { faultTrigger, stateTriggers } from './sandbox-triggers.ts';
import { purchaseTriggers } from './purchase-triggers.ts';
import type { Trigger } from './trigger.ts';

interface Flags {
  readonly url?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly envFile?: string;
}

const triggers: readonly Trigger[] = [
  ...purchaseTriggers,
  ...callbackTriggers,
  faultTrigger,
  ...stateTriggers,
];

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

/** `trigger`: makes something happen in a running sandbox. */
export const triggerCommand: CommandModule = { define, run };

function define(command: Command): void {
  addCommonOptions(command)
    .description('Makes something happen in a running sandbox, from a script in any language.')
    .addHelpText('after', more);
  for (const { name, summary, description, example, define: defineTrigger } of triggers) {
    const subcommand = command.command(name).summary(summary).description(description);
    defineTrigger?.(subcommand);
    addCommonOptions(subcommand).addHelpText('after', `${exitCodes}\n${exampleOf(example)}`);
  }
}

function exampleOf(example: string): string {
  return `Example:\n  publisher-commerce trigger ${example}\n`;
}

/** They may stand before and after the name of the trigger. */
function addCommonOptions(command: Command): Command {
  command.option('--url <url>', `the sandbox (default: PUBLISHER_SANDBOX_URL, else ${defaultSandboxUrl})`);
  return addEnvFileFlag(addOutputFlags(command));
}

async function run(command: Command): Promise<ExitCode> {
  const trigger = triggers.find(({ name }) => name === command.name());
  if (!trigger) throw new Error(`there is no trigger ${command.name()}`);
  const { url, json = false, quiet = false, envFile } = command.optsWithGlobals<Flags>();
  if (envFile !== undefined) loadEnvFile(envFile);
  const sandbox = controlEndpoint(sandboxUrl(url, process.env));
  const { lines, fields, failure } = await trigger.run(command, sandbox);
  const report = { trigger: trigger.name, url: sandbox.url, ...fields };
  if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else if (!quiet) process.stdout.write(`${lines.join('\n')}\n`);
  if (failure === undefined) return exitCode.done;
  process.stderr.write(`publisher-commerce: ${failure}\n`);
  return exitCode.failed;
}
