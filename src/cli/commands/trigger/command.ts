import type { Action } from '../../../sandbox/actions/action.ts';
import { actions } from '../../../sandbox/actions/actions.ts';
import { type CommandModule, groupOf, watchFlags } from '../../flags/command-module.ts';
import { declareAction, declareTrigger } from './flags.ts';

/** Its subcommands are the actions of the sandbox. */
export const triggerCommand = groupOf(
  declareTrigger,
  Object.fromEntries(actions.map((action) => [action.name, commandOfAction(action)])),
);

function commandOfAction(action: Action): CommandModule {
  return (command, exit) => {
    const declared = declareAction(command, action);
    watchFlags(declared);
    declared.action(async () => exit(await (await import('./run-trigger.ts')).runTrigger(action, declared)));
  };
}
