import { acknowledgeAlarms } from '../../../postgres/index.ts';
import { exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import { createOutput } from '../../terminal/output.ts';
import { describeAlarm } from './alarm-lines.ts';
import { explained } from './explain-error.ts';
import { readDatabase } from './read-flags.ts';
import type { AcknowledgeFlags } from './table-flags.ts';

/** `load acknowledge`: ends alarms of which a person knows, or takes that back. @throws CommandError */
export async function runAcknowledge(flags: AcknowledgeFlags, alarms: readonly string[]): Promise<ExitCode> {
  const { note, undo = false } = flags;
  if ((note === undefined) !== undo) throw new UsageError('--note is required, or --undo instead');
  const { print } = createOutput(flags);
  const changed = await explained(flags, () =>
    acknowledgeAlarms({ ...readDatabase(flags, process.env), alarms, note, undo }),
  );
  const word = undo ? 'Alarms again' : 'Acknowledged';
  print(
    changed,
    changed.map((alarm) => `${word}: ${describeAlarm(alarm)}`),
  );
  return exitCode.done;
}
