import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Connection } from '../service/connection.ts';
import { UsageError } from '../terminal/command-error.ts';
import { formatMoment, shellQuoted } from '../terminal/format.ts';
import { isRecordFile } from './plan-file.ts';
import { pullTimesOf } from './pulled-column.ts';
import { readRecord, sheetOf } from './record.ts';
import {
  byTime,
  type FoundRecord,
  lastChangeOf,
  lastOf,
  recordsBeside,
  runsOf,
  withoutCopies,
} from './records-beside.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** Returns the records that are named, or those of the last change of a sheet; other runs of it, and all beside it. */
export async function recordsToUndo(
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
  await checkSameSheet(first, records, connection);
  return { records, others: runs.filter((run) => !records.includes(run)), beside };
}

/**
 * A colleague may have pulled into the same name since.
 *
 * @throws UsageError if the sheet that lies there is a later one, and none of its tabs is what the runs are of
 */
async function checkSameSheet(
  path: string,
  records: readonly FoundRecord[],
  connection: Connection,
): Promise<void> {
  const last = records.at(-1)?.head.pull;
  const pulls = last === undefined ? [] : await pullTimesOf(path, connection);
  const pull = [...pulls].sort().at(-1);
  if (last === undefined || pull === undefined || pull <= last || pulls.includes(last)) return;
  const names = records.map((record) => record.path);
  throw new UsageError(
    `${path}: was pulled on ${formatMoment(pull)}, after what its runs are of, and none of it was sent: to take those back, name ` +
      `their ${names.length === 1 ? 'record' : 'records'}: ${shellQuoted(...names)}`,
  );
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

/** A record of another environment is rejected; an address may have been renamed, which a person has to say. */
export function addressWarning(
  records: readonly FoundRecord[],
  connection: Connection,
  yes: boolean,
): string {
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
