import { instantOf, toTimestamp } from '../../api/instant.ts';
import type { Difference } from './difference.ts';

/** The sums of both files, and what could not be added. */
export class Reconciliation {
  /** By id; `null` without one. */
  readonly ids = new PairedSums<string | null>();
  /** By UTC day; `undefined` if days are not compared. */
  readonly days: PairedSums<string> | undefined;
  readonly unreadable: Difference[] = [];
  /** Ids with an unreadable amount: their sums are not compared. */
  readonly unreadableIds = new Set<string | null>();
  readonly rows = { ledger: 0, finance: 0 };

  constructor(comparesDays: boolean) {
    this.days = comparesDays ? new PairedSums() : undefined;
  }

  /** Adds an amount to its id, and to its day if days are compared. */
  add(side: 'ledger' | 'finance', row: ReadableRow): void {
    const { id, currencyCode, amount, time = '' } = row;
    this.ids.add(side, id, currencyCode, amount);
    if (!this.days) return;
    const day = readDay(time);
    if (day !== undefined) this.days.add(side, day, currencyCode, amount);
    else this.addUnreadable(id, `${row.where}: the date ${JSON.stringify(time)} must be in ISO 8601`);
  }

  addUnreadable(id: string | null, problem: string): void {
    this.unreadable.push({ what: 'unreadable', id, day: null, ledger: null, finance: null, problem });
  }
}

/** A row whose amount could be read. */
interface ReadableRow {
  readonly id: string | null;
  readonly currencyCode: string;
  /** In the smallest unit. */
  readonly amount: number;
  readonly time: string | undefined;
  /** Its position, for messages. */
  readonly where: string;
}

/** The two files that are compared. */
export type Side = 'ledger' | 'finance';

/** Sums of one key and currency, in the smallest unit; `undefined` without a row. */
export type PairedSum = { readonly currencyCode: string } & {
  [side in Side]: number | bigint | undefined;
};

/** Exact sums by key and currency, of both files. All keys are held in memory. */
class PairedSums<Key> {
  readonly #sums = new Map<Key, PairedSum[]>();

  add(side: Side, key: Key, currencyCode: string, amount: number): void {
    let sums = this.#sums.get(key);
    if (!sums) this.#sums.set(key, (sums = []));
    let sum = sums.find((one) => one.currencyCode === currencyCode);
    if (!sum) sums.push((sum = { currencyCode, ledger: undefined, finance: undefined }));
    sum[side] = addExactly(sum[side] ?? 0, amount);
  }

  /** The sums of each key, in the order in which the keys were added. */
  entries(): IterableIterator<[Key, readonly PairedSum[]]> {
    return this.#sums.entries();
  }
}

/** Adds integers of any size. Returns a number if it is exact, so that equal sums are equal by `===`. */
function addExactly(sum: number | bigint, amount: number | bigint): number | bigint {
  if (typeof sum === 'number' && typeof amount === 'number') {
    const added = sum + amount;
    if (Number.isSafeInteger(added)) return added;
  }
  const exact = BigInt(sum) + BigInt(amount);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/**
 * Returns the UTC day of a date or time in ISO 8601, for example `2026-10-31`; `undefined` if it cannot be read. A time
 * without an offset is in UTC, and may be separated by a space.
 */
function readDay(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text.replace(/^([\d-]{10}) /, '$1T');
  const instant = instantOf(time);
  return Number.isNaN(instant) ? undefined : toTimestamp(instant).slice(0, 10);
}
