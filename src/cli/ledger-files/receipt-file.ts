import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { type CurrencyDigits, formatCurrencyDigits } from '../../client/money/currency-digits.ts';
import { hasEnded, problemsOf } from '../../ledger/completeness.ts';
import { type Receipt, receiptSchema } from '../../ledger/receipt.ts';
import { unreadableVersion } from '../files/stored-version.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { CommandError, exitCode, isMissing, reasonOf, UsageError } from '../terminal/command-error.ts';
import { counted, formatDay, formatMoment, formatPeriod, grouped } from '../terminal/format.ts';
import { TimeZone, utc } from '../terminal/time-zone.ts';
import { nameOf } from './ledger-source.ts';

/** There is no receipt to verify a file with. */
export class MissingReceiptError extends Error {
  override readonly name = 'MissingReceiptError';
}

/** Returns the path of an export's receipt, unless a flag names another one. */
export function receiptPathOf(file: string): string {
  return `${file}.receipt.json`;
}

/** Returns the files of an export: itself and its receipt. */
export function filesOf(file: string, receipt = receiptPathOf(file)): readonly string[] {
  return [file, receipt];
}

/** The content of a receipt's file, with a hash of its own: it shows an accident, not somebody who computes it again. */
export function formatReceipt(receipt: Receipt): string {
  return `${JSON.stringify({ ...receipt, sha256: hashOf(receipt) }, null, 2)}\n`;
}

function hashOf(receipt: unknown): string {
  return createHash('sha256').update(JSON.stringify(receipt)).digest('hex');
}

/** What the first builds of version 0.1.0 did not write; their receipts have the same `receiptVersion`. */
const addedLater = {
  source: null,
  timeZone: null,
  roundedNumbers: 0,
  rowsWithSameKey: 0,
  hashedColumns: [],
  hashKeyId: null,
  currencyDigits: {},
};

/**
 * Reads a receipt. One that a program of yours wrote may have no hash.
 *
 * @throws {@link MissingReceiptError} when there is no such file
 * @throws {@link UnreadableFileError} when it is not a receipt
 * @throws CommandError when it has changed since it was written
 */
export async function readReceipt(path: string): Promise<Receipt> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) throw new MissingReceiptError(`there is no receipt ${path}`);
    throw new UnreadableFileError(`the receipt ${path}: ${reasonOf(error)}`);
  }
  const { sha256, ...receipt } = parse(text);
  const other = unreadableVersion(receipt, 'receiptVersion', 1);
  if (other !== undefined) throw new UnreadableFileError(`${path} ${other}`);
  const { data, error } = receiptSchema.safeParse({ ...addedLater, ...receipt });
  if (data && (sha256 === undefined || sha256 === hashOf(receipt))) return data;
  if (data) {
    const changed = `${path} has changed since it was written: its fields do not have its SHA-256`;
    throw new CommandError('different', changed, exitCode.different);
  }
  const [issue] = error.issues;
  throw new UnreadableFileError(`${path} is not a receipt: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the net of all rows in US cents, by the sums of a receipt. */
export function netOf({ sums }: Receipt): bigint {
  return sums.reduce((net, sum) => net + BigInt(sum.publisherNetAmountUsd), 0n);
}

/** Returns whether a receipt says that its export was complete, and does not contradict itself. */
export function isComplete(receipt: Receipt): boolean {
  const { complete, rows, sums, rangeEnded } = receipt;
  const summed = sums.reduce((total, sum) => total + sum.rows, 0);
  const isConsistent = problemsOf(receipt).length === 0 && summed === rows;
  return complete && isConsistent && rangeEnded === hasEnded(receipt);
}

/** @throws UsageError if the decimals of currencies on the command line are not those of an export */
export function checkSameCurrencyDigits(
  file: string,
  receipt: Receipt,
  given: CurrencyDigits | undefined,
): void {
  const [own, other] = [receipt.currencyDigits, given ?? receipt.currencyDigits].map(
    (digits) => formatCurrencyDigits(digits) || 'ISO 4217',
  );
  if (own === other) return;
  throw new UsageError(
    `--currency-digits or PUBLISHER_CURRENCY_DIGITS: is ${other}, but ${file} was exported with ${own}: export it again`,
  );
}

/** Returns what qualifies every figure of a file that agrees with its receipt, if it has one. */
export function warningsOf(receipt: Receipt | undefined): readonly string[] {
  if (!receipt) {
    return [
      'Not verified: there is no receipt beside the file, so nothing shows whether the file is complete or unchanged.',
    ];
  }
  const incomplete = receipt.changedWhileRead
    ? 'Incomplete: the data changed while it was read, so that transactions may be missing or repeated.'
    : 'Incomplete: the receipt says that the export does not contain every transaction of the range.';
  return [...(isComplete(receipt) ? [] : [incomplete]), ...unfinishedWarning(receipt)];
}

/** Returns a sentence if the range had not ended when it was exported. */
export function unfinishedWarning(receipt: Receipt): readonly string[] {
  if (hasEnded(receipt)) return [];
  const { endDate, finishedAt } = receipt;
  return [
    `Unfinished: exported on ${formatMoment(finishedAt)}, before its range ended on ${formatMoment(endDate)}. ` +
      'Transactions can still be added: export it again after its end.',
  ];
}

/** Returns a sentence if numbers were rounded. */
export function roundedWarning({ roundedNumbers, drift }: Receipt): readonly string[] {
  if (roundedNumbers === 0) return [];
  const count = counted(roundedNumbers, 'number');
  const where = drift.flatMap(({ path, row }) =>
    row === undefined ? [] : [`${path}, first in row ${grouped(row)}`],
  );
  return [`Rounded: ${count} beyond 2^53 - 1 lost digits when JSON was parsed: ${where.join('; ')}.`];
}

/** Returns the time zone that an export has its month in. */
export function zoneOf(receipt: Receipt | undefined): TimeZone {
  return receipt?.timeZone ? new TimeZone(receipt.timeZone) : utc;
}

/** Says what an export is of, and when it was made: `October 2026 of game-a, exported on 1 November 2026, 06:00 UTC`. */
export function describeExport(receipt: Receipt, zone = zoneOf(receipt)): string {
  return `${describeRange(receipt, zone)}, exported on ${formatMoment(receipt.finishedAt)}`;
}

/** Says what an export is of: `October 2026 of game-a`, or `October 2026 of game-a, days in Europe/Berlin`. */
export function describeRange(receipt: Receipt, zone = zoneOf(receipt)): string {
  const source = receipt.source === null ? '' : ` of ${nameOf(receipt)}`;
  return `${formatPeriod(receipt, zone)}${source}${daysIn(zone)}`;
}

/** Returns the zone of days, where it is another one than UTC: two months of one name may begin hours apart. */
export function daysIn({ name }: TimeZone): string {
  return name === utc.name ? '' : `, days in ${name}`;
}

/** Returns a sentence if the last day of a month is left out, wholly or but for a second: the end of a range is excluded. */
export function uncoveredWarning(receipt: Receipt, zone = zoneOf(receipt)): readonly string[] {
  const end = Date.parse(receipt.endDate);
  const day = zone.dayOf(end);
  const next = zone.dayOf(zone.startOf(day) + 36 * 3_600_000);
  const left = zone.startOf(next) - end;
  if (day.slice(0, 7) === next.slice(0, 7)) return [];
  const what = end === zone.startOf(day) ? 'Nothing' : left <= 1000 ? 'All but the last second' : undefined;
  if (what === undefined) return [];
  return [
    `${what} of ${formatDay(day)} is covered, since the end of a range is excluded: for the whole month, end it with ${next}.`,
  ];
}

/** Returns what was compared, of a file that agrees with a receipt that is complete. */
export function describeAgreement({ finishedAt, rows, totalCount }: Receipt): string {
  const all = counted(totalCount ?? rows, 'transaction');
  const part =
    totalCount === null || totalCount === rows
      ? `all ${all} that the service counted`
      : `${grouped(rows)} of the ${all} that the service counted: the others are outside its range`;
  return `unchanged since its export on ${formatMoment(finishedAt)}, with ${part}`;
}

/** @throws UsageError when one receipt is named for several files */
export function checkReceiptFlag(receipt: string | undefined, files: readonly string[]): void {
  if (receipt !== undefined && files.length > 1)
    throw new UsageError('--receipt: works with one file; several have theirs beside them');
}
