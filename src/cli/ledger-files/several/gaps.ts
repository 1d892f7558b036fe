import { formatPeriod, type TimeRange } from '../../terminal/format.ts';
import { TimeZone, utc } from '../../terminal/time-zone.ts';
import { nameOf } from '../ledger-source.ts';
import type { LedgerFile } from '../open-ledger.ts';
import { daysIn, warningsOf } from '../receipt-file.ts';

/** A file whose rows are added up with those of others. */
export type SummedFile = Pick<LedgerFile, 'file' | 'receipt'>;

/** A time that no file of a source has, between two that do. */
export interface Gap extends TimeRange {
  readonly source: string | null;
}

/** Returns the gaps between files. */
export function gapsOf(ledgers: readonly SummedFile[]): readonly Gap[] {
  const receipts = ledgers.flatMap(({ receipt }) => receipt ?? []);
  return [...Map.groupBy(receipts, ({ source }) => source)].flatMap(([source, own]) => {
    const sorted = own.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
    return sorted.flatMap(({ startDate: endDate }, index) => {
      const startDate = sorted[index - 1]?.endDate ?? endDate;
      return startDate < endDate ? [{ source, startDate, endDate }] : [];
    });
  });
}

/** Returns what qualifies the figures of all files. */
export function warningsOfAll(ledgers: readonly SummedFile[]): readonly string[] {
  return [
    ...ledgers.flatMap(({ file, receipt }) =>
      warningsOf(receipt).map((warning) => (ledgers.length === 1 ? warning : `${file}: ${warning}`)),
    ),
    ...describeGaps(ledgers),
  ];
}

/** Names each gap between files. */
export function describeGaps(ledgers: readonly SummedFile[]): readonly string[] {
  const zone = commonZone(ledgers);
  return gapsOf(ledgers).map(
    (gap) => `Gap: no file has ${formatPeriod(gap, zone)} of ${nameOf(gap)}${daysIn(zone)}.`,
  );
}

/** Returns the time zone that all files have their months in; UTC, if they have none in common. */
export function commonZone(ledgers: readonly SummedFile[]): TimeZone {
  const [zone, ...others] = new Set(ledgers.map(({ receipt }) => receipt?.timeZone));
  return others.length === 0 && zone ? new TimeZone(zone) : utc;
}

/** Returns the time from the start of the first file to the end of the last; `undefined` if one has no receipt. */
export function rangeOfAll(ledgers: readonly SummedFile[]): TimeRange | undefined {
  const receipts = ledgers.flatMap(({ receipt }) => receipt ?? []);
  const [startDate] = receipts.map((receipt) => receipt.startDate).sort();
  const endDate = receipts
    .map((receipt) => receipt.endDate)
    .sort()
    .at(-1);
  if (startDate === undefined || endDate === undefined || receipts.length < ledgers.length) return undefined;
  return { startDate, endDate };
}
