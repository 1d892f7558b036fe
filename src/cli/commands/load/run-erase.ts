import { eraseLoad } from '../../../postgres/index.ts';
import { CommandError, exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import { confirm } from '../../terminal/confirm.ts';
import { counted, grouped } from '../../terminal/format.ts';
import { createOutput } from '../../terminal/output.ts';
import { explained } from './explain-error.ts';
import { hashKeyOf, readDatabase } from './read-flags.ts';
import type { EraseFlags } from './table-flags.ts';

/** `load erase`: erases players from the tables. @throws CommandError */
export async function runErase(flags: EraseFlags): Promise<ExitCode> {
  const { customer, before, source, yes = false } = flags;
  if ((customer ?? before) === undefined) throw new UsageError('--customer or --before is required');
  const { print } = createOutput(flags);
  const who =
    customer === undefined ? `all players of rows before ${String(before)}` : `the player ${customer}`;
  const result = await explained(flags, async (signal) => {
    const target = readDatabase(flags, process.env);
    if (!(await confirm(`Erase ${who}? This cannot be undone.`, yes, signal)))
      throw new CommandError('declined', 'nothing was erased');
    return await eraseLoad({ ...target, customer, before, source, hashKey: hashKeyOf(process.env), signal });
  });
  const { rows, replacedRows, quarantined } = result;
  print(result, [
    `Erased from ${counted(rows, 'row')}, ${counted(replacedRows, 'old row')} and ${grouped(quarantined)} in quarantine`,
  ]);
  return exitCode.done;
}
