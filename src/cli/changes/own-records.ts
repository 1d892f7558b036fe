import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { regularFilesIn } from '../files/regular-files.ts';
import type { Connection } from '../service/connection.ts';
import { readable } from '../tables/open-table.ts';
import { type Base, type Change, exactly, placeOf, type State } from './change.ts';
import { readHead, type ReadRecord, readRecord, type RecordedChange, type RecordHead } from './record.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** A record with its path. */
export interface OwnRecord extends ReadRecord {
  readonly path: string;
}

/** What a head is at most, in bytes. */
const headSize = 64 * 1024;

/**
 * Returns the records of a sheet or a plan that lie beside it, in the order of their heads: those of its runs, of its
 * plans, and of their undos.
 */
export async function recordsOf(
  path: string,
  subject: SheetSubject,
  service: Pick<Connection, 'environment' | 'origin'>,
): Promise<readonly OwnRecord[]> {
  const own = new Set<string>();
  for (const [record, { source, sheet = source, undoes }] of await headsBeside(path, subject, service)) {
    const isRun = undoes === undefined && [source, sheet].some((file) => basename(file) === basename(path));
    const isUndo = undoes?.some((undone) => own.has(join(dirname(path), basename(undone))));
    if (isRun || isUndo) own.add(record);
  }
  return readAll(own, subject);
}

/** Returns the records beside a sheet that are not its own: those of other sheets, of which it may be a copy. */
export async function otherRecordsOf(
  path: string,
  own: readonly OwnRecord[],
  subject: SheetSubject,
  service: Pick<Connection, 'environment' | 'origin'>,
): Promise<readonly OwnRecord[]> {
  const beside = (await headsBeside(path, subject, service)).map(([record]) => record);
  const others = beside.filter((record) => !own.some(({ path }) => path === record));
  // One of another sheet that is damaged says nothing about this one.
  const read = await Promise.all(others.map((record) => readAll([record], subject).catch(() => [])));
  return read.flat();
}

/** Returns the heads of all records beside a file that are of a service, by time. */
async function headsBeside(
  path: string,
  subject: SheetSubject,
  { environment, origin }: Pick<Connection, 'environment' | 'origin'>,
): Promise<readonly (readonly [record: string, head: RecordHead])[]> {
  const folder = dirname(path);
  const heads: (readonly [string, RecordHead])[] = [];
  for (const name of await regularFilesIn(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const record = join(folder, name);
    // By its name, it is a run of this file: without it, what the run has set would look like a colleague's.
    const isOwn = name.startsWith(`${basename(path)}.`);
    const head = await (isOwn
      ? readable(record, () => headIn(record))
      : headIn(record).catch(() => undefined));
    const isOfService =
      head?.resource === subject.name && head.environment === environment && head.origin === origin;
    if (head && isOfService) heads.push([record, head]);
  }
  return heads.toSorted(([, one], [, other]) => byTime(one, other));
}

function readAll(paths: Iterable<string>, subject: SheetSubject): Promise<readonly OwnRecord[]> {
  return Promise.all([...paths].map(async (path) => ({ path, ...(await readRecord(path, subject)) })));
}

/** Compares heads: the earlier one first. */
export function byTime(one: RecordHead, other: RecordHead): number {
  return one.time < other.time ? -1 : 1;
}

/** Returns the head of a record; `undefined` for any other file. */
async function headIn(path: string): Promise<RecordHead | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, 0);
    return readHead(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Whether a change was made, or may have been. */
export function isSent({ state }: RecordedChange): boolean {
  return ['applied', 'differs', 'unknown'].includes(state);
}

/** Whether a run died, or ended before everything was sent. */
function isUnfinished({ changes }: ReadRecord): boolean {
  return changes.some(({ state }) => state === 'not_sent' || state === 'unknown');
}

/** Returns the runs of a file that an undo of it takes back: the last one, and those before it that did not finish. */
export function lastRunsOf(records: readonly OwnRecord[]): readonly OwnRecord[] {
  const runs = records.filter(({ head }) => head.undoes === undefined);
  const finished = runs.slice(0, -1).findLastIndex((run) => !isUnfinished(run));
  return runs.slice(finished + 1);
}

/** Returns the runs that the next one continues: the last ones that did not finish, and of which the service has something. */
export function unfinishedRunsOf(records: readonly OwnRecord[], service: State): readonly OwnRecord[] {
  return lastRunsOf(records).filter((run) => isUnfinished(run) && isLive(run, service));
}

/** Whether the service has something that a run has set. */
export function isLive({ changes }: ReadRecord, service: State): boolean {
  return changes.some(
    (change) => isSent(change) && (service.get(change.item)?.get(change.cell) ?? null) === change.after,
  );
}

/** Returns what records have set last in each cell. */
export function basesOf(
  records: readonly OwnRecord[],
  service: State,
): (item: string, cell: string) => Base | undefined {
  const bases = new Map<string, Base>();
  for (const { head, changes } of records) {
    for (const change of changes.filter(isSent)) {
      const { item, cell, after, state } = change;
      const found = service.get(item)?.get(cell) ?? null;
      // Of a run that died, the service tells whether it was set.
      if (state !== 'unknown' || found === after) bases.set(placeOf(change), exactly(after, head.time));
    }
  }
  return (item, cell) => bases.get(placeOf({ item, cell }));
}

/**
 * Returns what several runs changed together: of each cell what it had before, and what it has since. Where somebody else
 * has changed a cell between two runs, only the later one counts.
 */
export function combinedChanges(records: readonly ReadRecord[]): readonly Change[] {
  const all = new Map<string, Change>();
  for (const { changes } of records) {
    for (const change of changes.filter(isSent)) {
      const earlier = all.get(placeOf(change));
      const before = earlier?.after === change.before ? earlier.before : change.before;
      const { item, cell, after, context } = change;
      all.set(placeOf(change), { item, cell, before, after, ...(context && { context }) });
    }
  }
  return [...all.values()];
}
