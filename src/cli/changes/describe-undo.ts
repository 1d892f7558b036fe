import { basename } from 'node:path';

import { printable } from '../../client/errors/printable.ts';
import { CommandError, exitCode } from '../terminal/command-error.ts';
import { commandLine, counted, formatMoment } from '../terminal/format.ts';
import { type Change, itemCell } from './change.ts';
import { namesOf } from './describe.ts';
import { sheetOf } from './record.ts';
import { type FoundRecord, isUnfinished, lastOf } from './records-beside.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** Names what an undo takes back, for a filter that is not in it, and what it leaves. */
export function describeUndone(records: readonly FoundRecord[], older: readonly FoundRecord[]): string {
  const names = (runs: readonly FoundRecord[]): string => runs.map(({ path }) => path).join(', ');
  return `what ${names(records)} changed${older.length === 0 ? '' : `; older: ${names(older)}`}`;
}

/** Names older runs of the sheet that stay, and what takes them back too. */
export function describeOlder(
  subject: SheetSubject,
  older: readonly FoundRecord[],
  undoes: readonly string[],
  flags: readonly string[],
): readonly string[] {
  if (older.length === 0) return [];
  const all = [...older.map(({ path }) => path), ...undoes];
  return [
    ...older.map(
      ({ path, head }) => `An older run is not taken back, unless it is named: ${path}, ${head.time}`,
    ),
    `To take all of it back: ${commandLine(subject.name, 'undo', ...all, ...flags)}`,
  ];
}

/** A cell with the run that has set it since. */
type Covered = Pick<Change, 'item' | 'cell'> & { readonly over?: FoundRecord | undefined };

/** Names the runs that have set since what an undo means: it stays until they are taken back too. */
export function describeCovered(subject: SheetSubject, covered: readonly Covered[]): readonly string[] {
  return [...Map.groupBy(covered, ({ over }) => over)].map(([run, cells]) => {
    const { source = '', sheet, time = '' } = run?.head ?? {};
    const name = printable(basename(sheetOf({ source, sheet })));
    return `${counted(cells.length, 'cell')} that ${name} has set since, on ${formatMoment(time)}, ${cells.length === 1 ? 'stays' : 'stay'} until that is taken back too: ${namesOf(subject, cells)}`;
  });
}

/** Says that several runs are taken back. */
export function describeRuns(live: readonly FoundRecord[]): string {
  return live.length > 1 ? `Takes back ${counted(live.length, 'run')}, ${spanOf(live)}. ` : '';
}

function spanOf(runs: readonly FoundRecord[]): string {
  const [first, last] = [runs.at(0), runs.at(-1)].map((run) => formatMoment(run?.head.time ?? ''));
  return `from ${first} to ${last}`;
}

/** Without a person to ask, several runs that finished are taken back by their records only. */
export function severalRuns(
  subject: SheetSubject,
  live: readonly FoundRecord[],
  flags: readonly string[],
): CommandError | undefined {
  if (live.filter((run) => !isUnfinished(run)).length < 2) return undefined;
  const undo = (runs: readonly FoundRecord[]): string =>
    commandLine(subject.name, 'undo', ...runs.map(({ path }) => path), ...flags, '--yes');
  const lines = [
    `--yes: it would take back ${counted(live.length, 'run')}, ${spanOf(live)}; nothing was sent. All of them:`,
    `  ${undo(live)}`,
    'The last one:',
    `  ${undo(lastOf(live))}`,
  ];
  return new CommandError('several_runs', lines.join('\n'), exitCode.different);
}

/** Names what stays, in a line: first what was created, because it may be in use by now. */
export function describeRemaining(
  subject: SheetSubject,
  left: readonly Pick<Change, 'item' | 'cell'>[],
  created: ReadonlySet<string>,
): string {
  const items = [...new Set(left.map(({ item }) => item))].filter((item) => created.has(item));
  if (items.length === 0)
    return `${counted(left.length, 'change')} cannot be taken back, because the API deletes none of them: ${namesOf(subject, left)}`;
  const names = items.map((item) => subject.nameOf({ item, cell: itemCell }));
  return `${counted(items.length, subject.noun)} that the run created stays: ${names.join(', ')}. An offer may use it by now: --prune deletes it`;
}
