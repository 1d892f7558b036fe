import { basename, dirname, join, resolve } from 'node:path';

import { connect, type Connection } from '../service/connection.ts';
import { exitCode, type ExitCode, explainError, UsageError } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
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
import {
  byTime,
  combinedChanges,
  isLive,
  isSent,
  lastRunsOf,
  type OwnRecord,
  recordsOf,
} from './own-records.ts';
import { isRecordFile, planOriginOf } from './plan-file.ts';
import { createPlan, isNothing } from './plan.ts';
import { readRecord } from './record.ts';
import { carryOut, describeRun, type Run } from './run-apply.ts';
import { itemsIn, itemsToRead, type SheetSubject } from './sheet-subject.ts';

/** `undo`: takes back what runs changed, where the service still has what they set. @throws CommandError */
export function runUndo(
  subject: SheetSubject,
  paths: readonly string[],
  flags: UndoFlags & { readonly prune?: boolean | undefined },
): Promise<ExitCode> {
  const connection = connect(flags);
  const { progress } = createOutput(flags, `${subject.noun}s`);
  const undo = async (signal: AbortSignal): Promise<ExitCode> => {
    const { records, older: earlier } = await recordsToUndo(subject, paths, connection);
    const warning = addressWarning(records, connection, flags.yes ?? false);
    const all = combinedChanges(records);
    const created = itemsThatAre('created', all);
    const { prune = false } = flags;
    const service = { connection, signal, progress: progress.update };
    const touched = [...all, ...earlier.flatMap(({ changes }) => changes)];
    const reading = await subject.read(service, itemsToRead(subject, touched));
    progress.stop();
    const older = liveRuns(earlier, all, reading.state);
    const cells = all.map(({ cell }) => cell);
    subject.checkFilters(
      { items: itemsIn(all), cells, where: describeUndone(records, older) },
      reading.state,
    );
    const sent = all.filter(({ item, cell, before }) => subject.isMeant({ item, cell, after: before }));
    const isFinal = ({ item, before }: Change): boolean =>
      subject.isFinal(before) || (created.has(item) && !prune);
    // What the API cannot take back remains, unless the service has lost it meanwhile.
    const left = compare(reverseOf(sent.filter(isFinal)), reading.state, subject.createsItems);
    const remaining = [...left.changes, ...left.conflicts];
    const wanted = reverseOf(sent.filter((change) => !isFinal(change)));
    const vanished = subject.createsItems ? vanishedOf(wanted, reading.state, created) : [];
    const run: Run = {
      // The service had the earlier values before: nobody has to look for mistakes in them.
      plan: { ...createPlan(subject, wanted, reading), findings: [] },
      state: reading.state,
      head: {
        ...planOriginOf(subject.name, connection, paths[0] ?? ''),
        undoes: records.map(({ path }) => path),
      },
      earlier: [],
      stays: [
        ...older.map(
          ({ path, head }) => `An older run is not taken back, unless it is named: ${path}, ${head.time}`,
        ),
        ...(remaining.length === 0 ? [] : [describeRemaining(subject, remaining, created)]),
        ...vanished.map((wish) => `${subject.nameOf(wish)}: its ${subject.noun} is no longer there`),
      ],
      isPartial: remaining.length + vanished.length > 0,
      warning,
    };
    if (!flags.dryRun) return carryOut(subject, run, service, flags);
    const { plan, stays } = run;
    createOutput(flags).print(
      { ...run.head, ...plan, stays },
      describeRun(subject, run, connection.name, flags),
    );
    return isNothing(plan) && !run.isPartial ? exitCode.done : exitCode.different;
  };
  return interruptible(undo, explainError, 'Nothing was sent');
}

/** Returns the runs of which something stays: what the service has, or has again after the undo. */
function liveRuns(
  runs: readonly OwnRecord[],
  undone: readonly Change[],
  service: State,
): readonly OwnRecord[] {
  const restored = new Map(undone.map((change) => [placeOf(change), change.before]));
  const isRestored = (change: Change): boolean => restored.get(placeOf(change)) === change.after;
  return runs.filter((run) => isLive(run, service) || run.changes.filter(isSent).some(isRestored));
}

/** Names what an undo takes back, for a filter that is not in it, and what it leaves. */
function describeUndone(records: readonly OwnRecord[], older: readonly OwnRecord[]): string {
  const names = (runs: readonly OwnRecord[]): string => runs.map(({ path }) => path).join(', ');
  return `what ${names(records)} changed${older.length === 0 ? '' : `; older: ${names(older)}`}`;
}

/** Returns the records that are named, or those of the last change of a sheet; and older ones of it. */
async function recordsToUndo(
  subject: SheetSubject,
  paths: readonly string[],
  connection: Connection,
): Promise<{ readonly records: readonly OwnRecord[]; readonly older: readonly OwnRecord[] }> {
  const [first = '', ...others] = paths;
  if (paths.every(isRecordFile)) {
    const read = async (path: string): Promise<OwnRecord> => ({
      path,
      ...(await readRecord(path, subject)),
    });
    const found = await Promise.all(paths.map(read));
    const records = found.toSorted((one, other) => byTime(one.head, other.head));
    return { records, older: await unnamedRuns(subject, records, connection) };
  }
  if (others.length > 0)
    throw new UsageError(
      '<file>: must be records (.jsonl), or one sheet or plan, whose last run is taken back',
    );
  const own = await recordsOf(first, subject, connection);
  const records = lastRunsOf(own);
  if (records.length === 0)
    throw new UsageError(
      `${first}: no record of it for ${connection.name} lies beside it; name a record (.jsonl)`,
    );
  const older = own.filter((run) => run.head.undoes === undefined && !records.includes(run));
  return { records, older };
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

/** Returns the runs of the same sheet that died before those that are named. */
async function unnamedRuns(
  subject: SheetSubject,
  named: readonly OwnRecord[],
  connection: Connection,
): Promise<readonly OwnRecord[]> {
  const last = named.at(-1);
  if (last === undefined || last.head.undoes !== undefined) return [];
  const { source, sheet = source, time } = last.head;
  const own = await recordsOf(join(dirname(last.path), basename(sheet)), subject, connection);
  const isNamed = ({ path }: OwnRecord): boolean => named.some((one) => resolve(one.path) === resolve(path));
  return lastRunsOf(own.filter(({ head }) => head.time <= time)).filter(
    (run) => !isNamed(run) && run.changes.some(isSent),
  );
}

/** A record of another environment is rejected; an address may have been renamed, which a person has to say. */
function addressWarning(records: readonly OwnRecord[], connection: Connection, yes: boolean): string {
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
