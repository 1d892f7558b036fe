import type { TransactionDelivery } from '../transaction-page.ts';
import { hash } from './row-hash.ts';
import { type KeyedRow, keyedRow, keyOf, rowsOf, timeOf } from './row-key.ts';

/**
 * In ms: as far from a border a row may be delivered by both its windows. They share a millisecond; a service that
 * reads dates in whole seconds makes of it a second, on either side.
 */
const reach = 2000;

/** A delivered row: its time, and how often it was delivered. */
interface Recent {
  readonly time: number;
  readonly times: number;
}

/** Keeps what two neighbouring windows both hold from being delivered twice. */
export class Seam {
  readonly #sign: 1 | -1;
  /** Rows delivered within `reach` of the last one, by key. */
  readonly #recent = new Map<string, Recent>();
  /** Of those, how often the windows before this one delivered each, and this one has not yet held it. */
  #before = new Map<string, number>();
  #beforeUntil = -Infinity;

  /** `seen` are the keys of an earlier walk that this one continues. */
  constructor(descending: boolean, seen: readonly string[] = []) {
    this.#sign = descending ? -1 : 1;
    for (const key of seen) this.#add(key, this.#timeOf({ timestamp: key.slice(0, key.indexOf(' ')) }));
  }

  /** The keys by which a later walk knows what was delivered, each as often as it was. */
  get seen(): string[] {
    return [...this.#recent].flatMap(([key, { times }]) => Array.from({ length: times }, () => key));
  }

  /** The time of the latest delivered row, in ms since 1970; `undefined` without rows, or where it cannot be read. */
  get latest(): number | undefined {
    const latest = this.#sign * this.#latest();
    return Number.isFinite(latest) ? latest : undefined;
  }

  /** The next window begins. */
  enterWindow(): void {
    this.#before = new Map([...this.#recent].map(([key, { times }]) => [key, times]));
    this.#beforeUntil = this.#latest();
  }

  /** What of a page no window before this one delivered. */
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

  /** Whether a window before this one delivered it: once for each time that it did, as a service may repeat rows. */
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

  /** Ascending in the order of the walk. */
  #timeOf(row: KeyedRow): number {
    return this.#sign * timeOf(row);
  }
}

/** The key that a checkpoint holds: a row's id and type may echo what no file should hold. */
function shortKey(row: KeyedRow, time: number): string {
  const digest = hash(keyOf(row)).map((part) => part.toString(36));
  return `${new Date(time).toISOString()} ${digest.join('-')}`;
}
