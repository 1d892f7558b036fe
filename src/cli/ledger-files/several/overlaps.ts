import { CommandError, exitCode, UsageError } from '../../terminal/command-error.ts';
import { counted, formatPeriod } from '../../terminal/format.ts';
import { comparisonsOf } from '../file-totals.ts';
import { isNamed, nameOf } from '../ledger-source.ts';
import { type LedgerFile, sha256Of } from '../open-ledger.ts';
import { countDuplicates } from '../read-ledger.ts';
import { daysIn, zoneOf } from '../receipt-file.ts';
import { countInOrder } from './count-in-order.ts';

/**
 * Checks that the ranges of two files of one source do not overlap. Two games that share an address, and that nobody has
 * named, cannot be told from two exports of one game.
 *
 * @throws UsageError when they overlap
 */
export function checkRanges(one: LedgerFile, other: LedgerFile): void {
  const [a, b] = [one.receipt, other.receipt];
  if (!a || !b || a.source !== b.source || a.endDate <= b.startDate || b.endDate <= a.startDate) return;
  const common = {
    startDate: a.startDate > b.startDate ? a.startDate : b.startDate,
    endDate: a.endDate < b.endDate ? a.endDate : b.endDate,
  };
  const older = a.finishedAt < b.finishedAt ? one : other;
  const games = isNamed(a) ? '' : 'if they are of two games, export each with its --source; else ';
  const zone = zoneOf(a);
  const days = `${formatPeriod(common, zone)} of ${nameOf(a)}${daysIn(zone)}`;
  throw new UsageError(
    `${one.file} and ${other.file} both have ${days}: ${games}leave out one, ` +
      `such as ${older.file}, the older export`,
  );
}

/** The time that the rows of a file are in, in microseconds since the epoch. */
export interface Span {
  readonly ledger: LedgerFile;
  rows: number;
  first: number;
  last: number;
}

/**
 * Checks that files have no row in common. Rows of one key can only be in files whose rows are of one time: these files are
 * read again, as their keys are too many to keep.
 *
 * @throws CommandError when two files have a row in common
 */
export async function checkSharedRows(spans: readonly Span[], undone: string): Promise<void> {
  const overlap = (one: Span, other: Span): boolean => one.first <= other.last && other.first <= one.last;
  const near = spans.filter((one) => spans.some((other) => other !== one && overlap(one, other)));
  await checkSameBytes(near, undone);
  // Files of --columns may have no keys: nothing tells their rows apart.
  const close = near.filter(({ ledger: { receipt } }) => !receipt || comparisonsOf(receipt.columns).keys);
  if (close.length === 0 || (await countShared(close)) === 0) return;
  for (const [index, other] of close.entries()) {
    for (const one of close.slice(0, index)) {
      const shared = overlap(one, other) ? await countShared([one, other]) : 0;
      if (shared === 0) continue;
      const rows = `${counted(shared, 'row')} with the same timestamp, type and id`;
      throw new CommandError(
        'duplicates',
        `${one.ledger.file} and ${other.ledger.file} both have ${rows}. ${undone}: ${adviceFor(one.ledger, other.ledger)}`,
        exitCode.different,
      );
    }
  }
}

/** @throws CommandError when two files have the same bytes, and rows */
async function checkSameBytes(spans: readonly Span[], undone: string): Promise<void> {
  const files = new Map<string, LedgerFile>();
  for (const { ledger, rows } of spans) {
    if (rows === 0) continue;
    const sha256 = await sha256Of(ledger);
    const same = files.get(sha256);
    if (same) {
      const what = `${same.file} and ${ledger.file} are the same bytes, with ${counted(rows, 'row')}`;
      throw new CommandError(
        'duplicates',
        `${what}. ${undone}: ${adviceFor(same, ledger)}`,
        exitCode.different,
      );
    }
    files.set(sha256, ledger);
  }
}

/** Says what to do with two files that have rows in common. */
function adviceFor({ receipt: one }: LedgerFile, { receipt: other }: LedgerFile): string {
  if (!one || !other || one.source === other.source) return 'leave out one of the files';
  return `was one exported with the token of the other? Export ${nameOf(one)} or ${nameOf(other)} again with its own`;
}

/** Counts the keys that several files have; a key may be in one file more than once. */
async function countShared(spans: readonly Span[]): Promise<number> {
  const count = async (some: readonly Span[]): Promise<number> => {
    const files = some.map(({ ledger: { file, format } }) => ({ path: file, format }));
    const rows = some.reduce((sum, span) => sum + span.rows, 0);
    return (await countInOrder(files)) ?? countDuplicates(files, rows);
  };
  let shared = await count(spans);
  if (shared === 0) return 0;
  for (const span of spans) shared -= span.ledger.receipt?.rowsWithSameKey ?? (await count([span]));
  return shared;
}
