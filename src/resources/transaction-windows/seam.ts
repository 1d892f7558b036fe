import type { Transaction } from '../../contract/transactions.ts';

/**
 * In ms: as far from a border a row may be delivered by both its windows. They share a millisecond; a service that
 * reads dates in whole seconds makes of it a second, on either side.
 */
const reach = 2000;

/** Keeps what two neighbouring windows both hold from being delivered twice. */
export class Seam {
  readonly #sign: 1 | -1;
  /** Rows delivered within `reach` of the last one, by key, with their times. */
  readonly #recent: Map<string, number>;
  /** Of those, what the windows before this one delivered. */
  #before = new Set<string>();
  #beforeUntil = -Infinity;

  /** `seen` are the keys of an earlier walk that this one continues. */
  constructor(descending: boolean, seen: readonly string[] = []) {
    this.#sign = descending ? -1 : 1;
    this.#recent = new Map(seen.map((key) => [key, this.#timeOf(key.slice(0, key.indexOf(' ')))]));
  }

  /** The keys by which a later walk knows what was delivered. */
  get seen(): string[] {
    return [...this.#recent.keys()];
  }

  /** The next window begins. */
  enterWindow(): void {
    this.#before = new Set(this.#recent.keys());
    this.#beforeUntil = [...this.#recent.values()].reduce(
      (latest, time) => Math.max(latest, time),
      -Infinity,
    );
  }

  /** The rows of a page that no window before this one delivered. */
  fresh(rows: readonly Transaction[]): Transaction[] {
    const beyond = rows.findIndex(({ timestamp }) => this.#timeOf(timestamp) > this.#beforeUntil);
    const shared = beyond === -1 ? rows : rows.slice(0, beyond);
    const fresh = shared.filter((row) => !this.#before.has(keyOf(row))).concat(rows.slice(shared.length));
    this.#remember(rows);
    return fresh;
  }

  #remember(rows: readonly Transaction[]): void {
    const last = rows.at(-1);
    if (!last) return;
    const now = this.#timeOf(last.timestamp);
    const isPast = (time: number): boolean => now - time > reach;
    for (const [key, time] of this.#recent) if (isPast(time)) this.#recent.delete(key);
    const first = rows.findLastIndex(({ timestamp }) => isPast(this.#timeOf(timestamp))) + 1;
    for (const row of rows.slice(first)) this.#recent.set(keyOf(row), this.#timeOf(row.timestamp));
  }

  /** Ascending in the order of the walk. */
  #timeOf(timestamp: string): number {
    return this.#sign * Date.parse(timestamp);
  }
}

/** A transaction id alone may be shared by a payment and its refund. */
function keyOf({ timestamp, transactionDetails: { type, id } }: Transaction): string {
  return `${timestamp} ${type} ${id}`;
}
