import type { TransactionDelivery } from '../transaction-page.ts';
import { hash } from '../row-hash.ts';
import { type KeyedRow, keyedRow, keyOf, rowsOf, timeOf } from './row-key.ts';

/**
 * How far from a boundary both windows may return a row, in milliseconds. Adjacent windows overlap by one millisecond;
 * a service that rounds dates to seconds extends this to a second on either side.
 */
const reach = 2000;

/** The time of a delivered row, and how often it was delivered. */
interface Recent {
  readonly time: number;
  readonly times: number;
}

/** The boundary between adjacent windows: removes rows that both return, so that none is delivered twice. */
export class Seam {
  readonly #sign: 1 | -1;
  /** Rows delivered within `reach` of the latest one, by key. */
  readonly #recent = new Map<string, Recent>();
  /** How often earlier windows delivered each of them, minus how often this window has returned it. */
  #before = new Map<string, number>();
  #beforeUntil = -Infinity;

  /** `seen` are the keys from the checkpoint that is being resumed. */
  constructor(descending: boolean, seen: readonly string[] = []) {
    this.#sign = descending ? -1 : 1;
    for (const key of seen) this.#add(key, this.#timeOf({ timestamp: key.slice(0, key.indexOf(' ')) }));
  }

  /** The keys to store in a checkpoint, duplicates included. */
  get seen(): string[] {
    return [...this.#recent].flatMap(([key, { times }]) => Array.from({ length: times }, () => key));
  }

  /** Time of the latest delivered row in milliseconds since the epoch; `undefined` if there is none. */
  get latest(): number | undefined {
    const latest = this.#sign * this.#latest();
    return Number.isFinite(latest) ? latest : undefined;
  }

  /** Must be called before the pages of the next window. */
  enterWindow(): void {
    this.#before = new Map([...this.#recent].map(([key, { times }]) => [key, times]));
    this.#beforeUntil = this.#latest();
  }

  /** Returns a page without the rows that earlier windows delivered. */
  fresh(delivery: TransactionDelivery): TransactionDelivery {
    const { page } = delivery;
    const { results } = page;
    const beyond = results.findIndex((row) => this.#timeOf(row) > this.#beforeUntil);
    const shared = beyond === -1 ? results : results.slice(0, beyond);
    const fresh = {
      page: {
        ...page,
        results: shared.filter((row) => !this.#isDelivered(row)).concat(results.slice(shared.length)),
      },
      invalidRows: delivery.invalidRows.filter((row) => !this.#isDelivered(keyedRow(row))),
    };
    this.#forgetBefore(results.at(-1));
    this.#remember(rowsOf(fresh), results.at(-1));
    return fresh;
  }

  /** Whether an earlier window delivered the row. Duplicates are counted, since a service may repeat rows. */
  #isDelivered(row: KeyedRow): boolean {
    const time = timeOf(row);
    if (Number.isNaN(time)) return false;
    const key = shortKey(row, time);
    const times = this.#before.get(key) ?? 0;
    if (times > 0) this.#before.set(key, times - 1);
    return times > 0;
  }

  #forgetBefore(last: KeyedRow | undefined): void {
    if (!last) return;
    const now = this.#timeOf(last);
    for (const [key, { time }] of this.#recent) if (now - time > reach) this.#recent.delete(key);
  }

  #remember(fresh: readonly KeyedRow[], last: KeyedRow | undefined): void {
    const now = last ? this.#timeOf(last) : -Infinity;
    for (const row of fresh) {
      const time = this.#timeOf(row);
      if (now - time <= reach) this.#add(shortKey(row, this.#sign * time), time);
    }
  }

  #add(key: string, time: number): void {
    this.#recent.set(key, { time, times: (this.#recent.get(key)?.times ?? 0) + 1 });
  }

  #latest(): number {
    return [...this.#recent.values()].reduce((latest, { time }) => Math.max(latest, time), -Infinity);
  }

  /** Ascending in sort order. */
  #timeOf(row: KeyedRow): number {
    return this.#sign * timeOf(row);
  }
}

/** Returns the key to store in a checkpoint; hashed, since id and type may echo a secret. */
function shortKey(row: KeyedRow, time: number): string {
  const digest = hash(keyOf(row)).map((part) => part.toString(36));
  return `${new Date(time).toISOString()} ${digest.join('-')}`;
}
