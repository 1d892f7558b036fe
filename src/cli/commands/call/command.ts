import type { AnyOperation } from '../../../client/api/operation.ts';
import { type CommandModule, groupOf, watchFlags } from '../../flags/command-module.ts';
import type { Described } from './described.ts';
import { declareCall, declareOperation, describedOperations } from './flags.ts';

/** Its subcommands are the operations of the API. */
export const callCommand = groupOf(
  declareCall,
  Object.fromEntries(
    describedOperations.map(({ operation, described }) => [
      operation.name,
      commandOfOperation(operation, described),
    ]),
  ),
);

function commandOfOperation(operation: AnyOperation, described: Described): CommandModule {
  return (command, exit) => {
    const declared = declareOperation(command, operation, described);
    watchFlags(declared);
    declared.action(async () => {
      const { runCall } = await import('./run-call.ts');
      exit(await runCall(operation, described, declared.opts()));
    });
  };
}
