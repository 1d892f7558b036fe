import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { regularFilesIn } from '../files/regular-files.ts';
import type { Connection } from '../service/connection.ts';
import { readable } from '../tables/open-table.ts';
import {
  isRecordOf,
  readHead,
  type ReadRecord,
  readRecord,
  type RecordedChange,
  type RecordHead,
} from './record.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** A record with its path. */
export interface FoundRecord extends ReadRecord {
  readonly path: string;
  /** The names of its copies, which synchronizers make. */
  readonly copies: readonly string[];
}

/** A record by its name and its head. */
type Named = Pick<FoundRecord, 'path' | 'copies' | 'head'>;

/** What a head is at most, in bytes. */
const headSize = 64 * 1024;

/** Returns the records that lie beside a file and are of a service, those of all files, in the order of their heads. */
export async function recordsBeside(
  path: string,
  subject: SheetSubject,
  service: Pick<Connection, 'environment' | 'origin'>,
): Promise<readonly FoundRecord[]> {
  const heads = await headsBeside(path, subject, service);
  const own = new Set(ofFile(path, heads));
  const read = heads.map(async (one): Promise<readonly FoundRecord[]> => {
    const record = readRecord(one.path, subject).then((found) => [{ path: one.path, copies: [], ...found }]);
    // One of another file that is damaged says nothing about this one.
    return own.has(one) ? record : record.catch(() => []);
  });
  return withoutCopies((await Promise.all(read)).flat());
}

/** Returns records of which each is one run: those with the same head are copies, and the most complete one counts. */
export function withoutCopies(records: readonly FoundRecord[]): readonly FoundRecord[] {
  // A copy may have been made before the run ended, or be cut off.
  const known = ({ changes, marks }: FoundRecord): number =>
    changes.length +
    marks.length +
    changes.filter(({ state }) => state !== 'not_sent' && state !== 'unknown').length;
  const byHead = Map.groupBy(records, ({ head }) => JSON.stringify(head));
  return [...byHead.values()].flatMap((all) => {
    const [first] = all.toSorted((one, other) => known(other) - known(one));
    const names = new Set(all.flatMap(({ path, copies }) => [basename(path), ...copies]));
    return first ? [{ ...first, copies: [...names].filter((name) => name !== basename(first.path)) }] : [];
  });
}

/** Returns the heads of all records beside a file that are of a service, by time. */
async function headsBeside(
  path: string,
  subject: SheetSubject,
  { environment, origin }: Pick<Connection, 'environment' | 'origin'>,
): Promise<readonly Named[]> {
  const folder = dirname(path);
  const heads: Named[] = [];
  for (const name of await regularFilesIn(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const record = join(folder, name);
    // Without a run of this file, what it has set would look like a colleague's, and an undo would leave it.
    const head = await (isRecordOf(name, basename(path))
      ? readable(record, () => headIn(record))
      : headIn(record).catch(() => undefined));
    const isOfService =
      head?.resource === subject.name && head.environment === environment && head.origin === origin;
    if (head && isOfService) heads.push({ path: record, copies: [], head });
  }
  return heads.toSorted(byTime);
}

/** Returns the head of a record; `undefined` if its run died before it had one, and sent nothing. @throws UsageError if it is any other file */
async function headIn(path: string): Promise<RecordHead | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    const isBegun = bytesRead < headSize && !text.includes('\n');
    return isBegun ? undefined : readHead(path, text);
  } finally {
    await file.close();
  }
}

/** Compares records: the earlier one first. */
export function byTime(one: Pick<FoundRecord, 'head'>, other: Pick<FoundRecord, 'head'>): number {
  return one.head.time < other.head.time ? -1 : 1;
}

/** Whether a record is of an undo that names another one. */
export function undoesRecord(
  undo: { readonly head: Pick<RecordHead, 'time' | 'undoes'> },
  { path, copies, head }: Omit<Named, 'head'> & { readonly head: Pick<RecordHead, 'time'> },
): boolean {
  const names = [basename(path), ...copies];
  return (
    head.time < undo.head.time && undo.head.undoes?.some((name) => names.includes(basename(name))) === true
  );
}

/** Returns of records, in their order, those of the runs of a sheet or a plan by its name, and of the undos of them. */
function ofFile<One extends Named>(path: string, records: readonly One[]): readonly One[] {
  return withUndos(runsOf(path, records), records);
}

/** Returns the runs of a sheet or a plan by its name, those of its plans too. */
export function runsOf<One extends Named>(path: string, records: readonly One[]): readonly One[] {
  return records.filter(
    ({ head: { source, sheet = source, undoes } }) =>
      undoes === undefined && [source, sheet].some((file) => basename(file) === basename(path)),
  );
}

/** Returns runs with the undos of them, and the undos of these. */
export function withUndos<One extends Named>(runs: readonly One[], records: readonly One[]): readonly One[] {
  const found = new Set(runs);
  for (const undo of records) if ([...found].some((one) => undoesRecord(undo, one))) found.add(undo);
  return records.filter((one) => found.has(one));
}

/** Whether a change was made, or may have been. */
export function isSent({ state }: RecordedChange): boolean {
  return ['applied', 'differs', 'unknown'].includes(state);
}

/** Whether a run died, or ended before everything was sent. */
export function isUnfinished({ changes }: ReadRecord): boolean {
  return changes.some(({ state }) => state === 'not_sent' || state === 'unknown');
}

/** Returns the last of runs, with those before it that did not finish. */
export function lastOf(runs: readonly FoundRecord[]): readonly FoundRecord[] {
  const finished = runs.slice(0, -1).findLastIndex((run) => !isUnfinished(run));
  return runs.slice(finished + 1);
}

/** Returns the runs that are one change: those of the pull of the newest; without one, the last. */
export function lastChangeOf(runs: readonly FoundRecord[]): readonly FoundRecord[] {
  const pull = runs.at(-1)?.head.pull;
  return pull === undefined ? lastOf(runs) : runs.filter(({ head }) => head.pull === pull);
}
