import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { connect, type Connection } from '../service/connection.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  UsageError,
} from '../terminal/command-error.ts';
import { commandLine, counted, formatMoment } from '../terminal/format.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import type { UndoFlags } from './change-flags.ts';
import {
  type Change,
  compare,
  itemCell,
  itemsThatAre,
  placeOf,
  reverseOf,
  type State,
  type Wanted,
} from './change.ts';
import { namesOf } from './describe.ts';
import { type History, historyOf, isHeldBy, type Undoing } from './history.ts';
import { isRecordFile, planOriginOf } from './plan-file.ts';
import { createPlan, isNothing } from './plan.ts';
import { readRecord, sheetOf } from './record.ts';
import {
  byTime,
  type FoundRecord,
  isSent,
  isUnfinished,
  lastChangeOf,
  lastOf,
  recordsBeside,
  runsOf,
  withoutCopies,
} from './records-beside.ts';
import { carryOut, describeRun, printPlan, type Run } from './carry-out.ts';
import { givenFlags, itemsIn, itemsToRead, type SheetSubject } from './sheet-subject.ts';

/** `undo`: takes back what runs changed, where the service still has what they set. @throws CommandError */
export function runUndo(
  subject: SheetSubject,
  paths: readonly string[],
  flags: UndoFlags & { readonly prune?: boolean | undefined },
): Promise<ExitCode> {
  const connection = connect(flags);
  const { progress } = createOutput(flags, `${subject.noun}s`);
  const undo = async (signal: AbortSignal): Promise<ExitCode> => {
    const { records, others, beside } = await recordsToUndo(subject, paths, connection);
    const address = addressWarning(records, connection, flags.yes ?? false);
    const { prune = false } = flags;
    const service = { connection, signal, progress: progress.update };
    const touched = [...records, ...others].flatMap(cellsOf);
    const reading = await subject.read(service, itemsToRead(subject, touched));
    progress.stop();
    const history = historyOf(beside, reading.state);
    const all = reversalsOf(records, history);
    const meant = all.filter(({ item, cell, before }) => subject.isMeant({ item, cell, after: before }));
    const live = records.filter((record) => meant.some((one) => history(one).isLive(record)));
    const undoes = (live.length === 0 ? records : live).map(({ path }) => path);
    const older = others.filter((run) => isLeft(run, history, reading.state, meant, undoes));
    subject.checkFilters(
      {
        items: itemsIn(records.flatMap(cellsOf)),
        cells: records.flatMap(cellsOf).map(({ cell }) => cell),
        where: describeUndone(records, older),
      },
      reading.state,
    );
    const covered = meant.filter(
      ({ item, cell, after, over }) => over && (reading.state.get(item)?.get(cell) ?? null) === after,
    );
    const sent = meant.filter((one) => !covered.includes(one));
    const created = itemsThatAre('created', all);
    const isFinal = ({ item, before }: Change): boolean =>
      subject.isFinal(before) || (created.has(item) && !prune);
    // What the API cannot take back remains, unless the service has lost it meanwhile.
    const left = compare(reverseOf(sent.filter(isFinal)), reading.state, subject.createsItems);
    const remaining = [...left.changes, ...left.conflicts];
    const wanted = reverseOf(sent.filter((change) => !isFinal(change)));
    const vanished = subject.createsItems ? vanishedOf(wanted, reading.state, created) : [];
    // The service had the earlier values before: nobody has to look for mistakes in them.
    const plan = { ...createPlan(subject, wanted, reading), findings: [] };
    const stays = new Set([...plan.changes, ...plan.conflicts, ...remaining, ...vanished].map(placeOf));
    const isSheet = !paths.every(isRecordFile);
    const run: Run = {
      plan,
      state: reading.state,
      head: { ...planOriginOf(subject.name, connection, paths[0] ?? ''), undoes },
      marks: meant.filter((one) => !stays.has(placeOf(one))),
      earlier: [],
      stays: [
        ...describeOlder(subject, older, undoes),
        ...describeCovered(subject, covered),
        ...(remaining.length === 0 ? [] : [describeRemaining(subject, remaining, created)]),
        ...vanished.map((wish) => `${subject.nameOf(wish)}: its ${subject.noun} is no longer there`),
      ],
      isPartial: remaining.length + vanished.length + covered.length + (isSheet ? older.length : 0) > 0,
      warning: `${address}${describeRuns(live)}`,
    };
    if (flags.dryRun) {
      const lines = describeRun(subject, run, connection.name, flags);
      createOutput(flags).print({ ...run.head, ...plan, stays: run.stays }, lines, true);
      return isNothing(plan) && !run.isPartial ? exitCode.done : exitCode.different;
    }
    const problem = isSheet && flags.yes ? severalRuns(subject, live, prune) : undefined;
    if (problem === undefined) return carryOut(subject, run, service, flags);
    printPlan(subject, run, connection, flags);
    throw problem;
  };
  return interruptible(undo, explainError, 'Nothing was sent');
}

/** What a run, or an undo, has done something in. */
function cellsOf({ changes, marks }: FoundRecord): readonly Pick<Change, 'item' | 'cell'>[] {
  return [...changes.filter(isSent), ...marks];
}

/** A change that is taken back: what the cell had before, and what it has after it. */
interface Reversal extends Change {
  /** The run that has set the cell since, which stays. */
  readonly over?: FoundRecord | undefined;
}

/** Returns what an undo of records takes back: in each cell in which one of them is not taken back yet. */
function reversalsOf(records: readonly FoundRecord[], history: History): readonly Reversal[] {
  const places = new Map(records.flatMap(cellsOf).map((one) => [placeOf(one), one]));
  const undoing = undoingOf(records.map(({ path }) => path));
  return [...places.values()].flatMap(({ item, cell }) => {
    const { isLive, standing } = history({ item, cell });
    const [now, then] = [standing(), standing(undoing)];
    if (now === undefined || then === undefined || !records.some(isLive)) return [];
    const over = then.run === now.run ? then.run : undefined;
    return [{ item, cell, before: then.value, after: now.value, over }];
  });
}

/** The undo that is about to be sent. */
function undoingOf(undoes: readonly string[]): Undoing {
  return { path: '', copies: [], head: { undoes, time: new Date().toISOString() } };
}

/** Whether something of a run stays: what the service has, or has again after the undo. */
function isLeft(
  run: FoundRecord,
  history: History,
  service: State,
  meant: readonly Change[],
  undoes: readonly string[],
): boolean {
  const places = new Set(meant.map(placeOf));
  const [inside, outside] = [undoingOf(undoes), undefined];
  return run.changes.some((change) =>
    isHeldBy(run, change, history, service, places.has(placeOf(change)) ? inside : outside),
  );
}

/** Names what an undo takes back, for a filter that is not in it, and what it leaves. */
function describeUndone(records: readonly FoundRecord[], older: readonly FoundRecord[]): string {
  const names = (runs: readonly FoundRecord[]): string => runs.map(({ path }) => path).join(', ');
  return `what ${names(records)} changed${older.length === 0 ? '' : `; older: ${names(older)}`}`;
}

/** Names older runs of the sheet that stay, and what takes them back too. */
function describeOlder(
  subject: SheetSubject,
  older: readonly FoundRecord[],
  undoes: readonly string[],
): readonly string[] {
  if (older.length === 0) return [];
  const all = [...older.map(({ path }) => path), ...undoes];
  return [
    ...older.map(
      ({ path, head }) => `An older run is not taken back, unless it is named: ${path}, ${head.time}`,
    ),
    `To take all of it back: ${commandLine(subject.name, 'undo', ...all, ...givenFlags(subject))}`,
  ];
}

/** Names the runs that have set since what an undo means: it stays until they are taken back too. */
function describeCovered(subject: SheetSubject, covered: readonly Reversal[]): readonly string[] {
  return [...Map.groupBy(covered, ({ over }) => over)].map(([run, cells]) => {
    const { source = '', sheet, time = '' } = run?.head ?? {};
    return `${counted(cells.length, 'cell')} that ${basename(sheetOf({ source, sheet }))} has set since, on ${formatMoment(time)}, ${cells.length === 1 ? 'stays' : 'stay'} until that is taken back too: ${namesOf(subject, cells)}`;
  });
}

/** Says that several runs are taken back. */
function describeRuns(live: readonly FoundRecord[]): string {
  return live.length > 1 ? `Takes back ${counted(live.length, 'run')}, ${spanOf(live)}. ` : '';
}

function spanOf(runs: readonly FoundRecord[]): string {
  const [first, last] = [runs.at(0), runs.at(-1)].map((run) => formatMoment(run?.head.time ?? ''));
  return `from ${first} to ${last}`;
}

/** Without a person to ask, several runs that finished are taken back by their records only. */
function severalRuns(
  subject: SheetSubject,
  live: readonly FoundRecord[],
  prune: boolean,
): CommandError | undefined {
  if (live.filter((run) => !isUnfinished(run)).length < 2) return undefined;
  const undo = (runs: readonly FoundRecord[]): string =>
    commandLine(
      ...[subject.name, 'undo', ...runs.map(({ path }) => path), ...givenFlags(subject)],
      ...(prune ? ['--prune', '--yes'] : ['--yes']),
    );
  const message = `--yes: it would take back ${counted(live.length, 'run')}, ${spanOf(live)}; nothing was sent. All of them: ${undo(live)} The last one: ${undo(lastOf(live))}`;
  return new CommandError('several_runs', message, exitCode.different);
}

/** Returns the records that are named, or those of the last change of a sheet; other runs of it, and all beside it. */
async function recordsToUndo(
  subject: SheetSubject,
  paths: readonly string[],
  connection: Connection,
): Promise<Record<'records' | 'others' | 'beside', readonly FoundRecord[]>> {
  const [first = '', ...more] = paths;
  if (paths.every(isRecordFile)) {
    const read = async (path: string) => ({ path, copies: [], ...(await readRecord(path, subject)) });
    const named = (await Promise.all(paths.map(read))).toSorted(byTime);
    const found = await recordsBeside(sheetBeside(named.at(-1)), subject, connection);
    // They may be of another address, or in another folder.
    const beside = withoutCopies([...named, ...found].toSorted(byTime));
    const records = beside.filter(({ head }) => named.some((one) => isDeepStrictEqual(one.head, head)));
    return { records, others: unnamedRuns(records, beside), beside };
  }
  if (more.length > 0)
    throw new UsageError(
      '<file>: must be records (.jsonl), or one sheet or plan, whose last change is taken back',
    );
  const beside = await recordsBeside(first, subject, connection);
  const runs = runsOf(first, beside);
  const records = lastChangeOf(runs);
  if (records.length === 0)
    throw new UsageError(
      `${first}: no record of it for ${connection.name} lies beside it; name a record (.jsonl)`,
    );
  return { records, others: runs.filter((run) => !records.includes(run)), beside };
}

/** The sheet of a record, beside it. */
function sheetBeside(record: FoundRecord | undefined): string {
  return join(dirname(record?.path ?? ''), basename(sheetOf(record?.head ?? { source: '' })));
}

/** Returns the runs of the same sheet that died before those that are named. */
function unnamedRuns(named: readonly FoundRecord[], beside: readonly FoundRecord[]): readonly FoundRecord[] {
  const last = named.at(-1);
  if (last === undefined || last.head.undoes !== undefined) return [];
  const runs = runsOf(sheetBeside(last), beside);
  return lastOf(runs.filter(({ head }) => head.time <= last.head.time)).filter((run) => !named.includes(run));
}

/** Returns the wishes for items that somebody has deleted or renamed since; those that the runs created may be gone. */
function vanishedOf(
  wishes: readonly Wanted[],
  service: State,
  created: ReadonlySet<string>,
): readonly Wanted[] {
  const recreated = new Set(
    wishes.filter(({ cell, after }) => cell === itemCell && after !== null).map(({ item }) => item),
  );
  return wishes.filter(({ item }) => !service.has(item) && !created.has(item) && !recreated.has(item));
}

/** A record of another environment is rejected; an address may have been renamed, which a person has to say. */
function addressWarning(records: readonly FoundRecord[], connection: Connection, yes: boolean): string {
  for (const { path, head } of records) {
    if (head.environment === connection.environment) continue;
    throw new UsageError(
      `${path}: is of ${head.environment} at ${head.origin}, and this is ${connection.name}`,
    );
  }
  const other = records.find(({ head }) => head.origin !== connection.origin);
  if (!other) return '';
  const { path, head } = other;
  if (yes)
    throw new UsageError(`--yes: ${path} is of another address, ${head.origin}: leave it out, to be asked`);
  return `The record is of another address, ${head.origin}. `;
}

/** Names what stays, in a line: first what was created, because it may be in use by now. */
function describeRemaining(
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
