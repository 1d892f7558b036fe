import { printable } from '../../../client/errors/printable.ts';
import type { Alarm } from '../../../postgres/index.ts';
import { counted } from '../../terminal/format.ts';
import { maxShown } from '../../terminal/terminal-table.ts';
import { sameTables, type TableFlags } from './load-output.ts';

/** What the service says of a failure may be long. */
export const maxMessage = 300;

/** Describes alarms that nobody has acknowledged, a line for each: what is wrong, and how to acknowledge it. */
export function describeAlarms(flags: TableFlags, alarms: readonly Alarm[]): readonly string[] {
  const left = alarms.length - maxShown;
  return [
    ...inTurns(alarms)
      .slice(0, maxShown)
      .map((alarm) => {
        const command = sameTables(flags, `acknowledge ${alarm.id} --note WHY`);
        return `${describeAlarm(alarm)}. If nobody has to act: ${command}`;
      }),
    ...(left > 0 ? [`${counted(left, 'more alarm')}: load status --json lists all`] : []),
  ];
}

/** Returns the first alarm of each source, then the second one: a source with many hides no other. */
function inTurns(alarms: readonly Alarm[]): readonly Alarm[] {
  const bySource = [...Map.groupBy(alarms, ({ source }) => source).values()];
  const most = Math.max(0, ...bySource.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => bySource.flatMap((own) => own[turn] ?? [])).flat();
}

/** What is wrong, and where. */
export function describeAlarm({ source, message }: Alarm): string {
  return `${source}: ${printable(message, maxMessage)}`;
}
