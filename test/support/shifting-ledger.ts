import { transaction } from '../literals/transactions.ts';
import { start } from './ledger.ts';
import type { ReceivedRequest } from './service.ts';

/** A transaction of a ledger that changes. */
export type ShiftingRow = ReturnType<typeof transaction>;

/** What changes between two pages. */
export const mutations = ['late row', 'delete', 'delete and late row', 'reorder', 'amend'] as const;

/** A kind of mutation. */
export type Mutation = (typeof mutations)[number];

/** A page as it was sent. */
export interface SentPage {
  readonly totalCount: number;
  readonly rows: readonly ShiftingRow[];
}

/** What responses show about a change, by the path that is reported. */
export interface Shown {
  readonly totalCount: boolean;
  readonly repeat: boolean;
}

/** What a ledger is made of. */
export interface LedgerOptions {
  readonly random: () => number;
  readonly rows: number;
  /** How many rows share a time, about. */
  readonly ties: number;
  readonly kinds: readonly Mutation[];
}

/** A ledger behind an offset cursor that changes between its pages; it keeps what it has sent. */
export class ShiftingLedger {
  readonly sent: SentPage[] = [];
  readonly mutated: Mutation[] = [];
  readonly #options: LedgerOptions;
  #rows: ShiftingRow[];
  #ids = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { rows, ties } = options;
    this.#rows = Array.from({ length: rows }, (_, index) => this.#row(Math.floor(index / ties)));
  }

  get rows(): readonly ShiftingRow[] {
    return this.#rows;
  }

  /** Cursors are offsets; the end is shown in one of the plausible forms. */
  readonly serve = ({ url }: ReceivedRequest): { readonly json: unknown } => {
    const query = new URL(url, 'http://service').searchParams;
    const sorted = query.get('sortDirection') === 'desc' ? this.#rows.toReversed() : this.#rows;
    const offset = Number(query.get('cursor') ?? 0);
    const results = sorted.slice(offset, offset + Number(query.get('limit')));
    const end = offset + results.length;
    const nextCursor = end < sorted.length && results.length > 0 ? String(end) : null;
    this.sent.push({ totalCount: sorted.length, rows: results });
    const json = { totalCount: sorted.length, nextCursor, results: structuredClone(results) };
    // After each second page, about.
    if (this.#options.random() < 0.5) this.#mutate(end);
    return { json };
  };

  /** Changes rows anywhere, half of the time near the border of the page. */
  #mutate(end: number): void {
    const { random, kinds } = this.#options;
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'delete';
    const near = Math.max(0, end - 2) + Math.floor(random() * 4);
    const any = Math.floor(random() * this.#rows.length);
    const at = Math.min(random() < 0.5 ? near : any, this.#rows.length - 1);
    const row = this.#rows[at];
    if (!row) return;
    const insert = (position: number, times: number): void => {
      const { timestamp } = this.#rows[position] ?? row;
      const late = Array.from({ length: times }, () => ({ ...this.#row(0), timestamp }));
      this.#rows.splice(position, 0, ...late);
    };
    const times = 1 + Math.floor(random() * 2);
    this.mutated.push(kind);
    if (kind === 'amend') {
      this.#rows[at] = { ...row, customerDetails: { ...row.customerDetails, id: `player-${random()}` } };
    } else if (kind === 'delete') {
      this.#rows.splice(at, times);
    } else if (kind === 'late row') {
      insert(at, times);
    } else if (kind === 'delete and late row') {
      this.#rows.splice(at, 1);
      insert(Math.floor(random() * this.#rows.length), 1);
    } else {
      const [moved] = this.#rows.splice(at, 1);
      if (moved) this.#rows.splice(Math.floor(random() * (this.#rows.length + 1)), 0, moved);
    }
  }

  #row(moment: number): ShiftingRow {
    this.#ids += 1;
    return { ...transaction(this.#ids), timestamp: new Date(start + moment * 1000).toISOString() };
  }
}

/** Decides from the responses alone, in their order, whether they show a loss or a repeat. */
export function shownBy(pages: readonly SentPage[], resumedAt: number): Shown {
  const shown = { totalCount: false, repeat: false };
  let before: readonly string[] = [];
  let count: number | undefined;
  for (const [index, { totalCount, rows }] of pages.entries()) {
    if (count !== undefined && count !== totalCount) shown.totalCount = true;
    count = totalCount;
    // A checkpoint has the key of the last row only.
    const known = index === resumedAt ? before.slice(-1) : before;
    const keys = rows.map(keyOf);
    if (keys.some((key) => known.includes(key))) shown.repeat = true;
    if (keys.length > 0) before = keys;
  }
  return shown;
}

/** Timestamp, type and id of a row. */
export function keyOf({ timestamp, transactionDetails: { type, id } }: ShiftingRow): string {
  return `${timestamp} ${type} ${id}`;
}
