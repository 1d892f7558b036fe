import type { Transaction } from '../../contract/transactions.ts';
import { keyOf } from './delivered-keys.ts';

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
    for (const key of seen) this.#add(key, this.#timeOf(key.slice(0, key.indexOf(' '))));
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

  /** The rows of a page that no window before this one delivered. */
  fresh(rows: readonly Transaction[]): Transaction[] {
    const beyond = rows.findIndex(({ timestamp }) => this.#timeOf(timestamp) > this.#beforeUntil);
    const shared = beyond === -1 ? rows : rows.slice(0, beyond);
    const fresh = shared.filter((row) => !this.#isDelivered(row)).concat(rows.slice(shared.length));
    this.#forgetBefore(rows.at(-1));
    this.#remember(fresh, rows.at(-1));
    return fresh;
  }

  /** Whether a window before this one delivered it: once for each time that it did, as a service may repeat rows. */
  #isDelivered(row: Transaction): boolean {
    const key = keyOf(row);
    const times = this.#before.get(key) ?? 0;
    if (times > 0) this.#before.set(key, times - 1);
    return times > 0;
  }

  #forgetBefore(last: Transaction | undefined): void {
    if (!last) return;
    const now = this.#timeOf(last.timestamp);
    for (const [key, { time }] of this.#recent) if (now - time > reach) this.#recent.delete(key);
  }

  #remember(fresh: readonly Transaction[], last: Transaction | undefined): void {
    if (!last) return;
    const now = this.#timeOf(last.timestamp);
    const first = fresh.findLastIndex(({ timestamp }) => now - this.#timeOf(timestamp) > reach) + 1;
    for (const row of fresh.slice(first)) this.#add(keyOf(row), this.#timeOf(row.timestamp));
  }

  #add(key: string, time: number): void {
    this.#recent.set(key, { time, times: (this.#recent.get(key)?.times ?? 0) + 1 });
  }

  #latest(): number {
    return [...this.#recent.values()].reduce((latest, { time }) => Math.max(latest, time), -Infinity);
  }

  /** Ascending in the order of the walk. */
  #timeOf(timestamp: string): number {
    return this.#sign * Date.parse(timestamp);
  }
}
