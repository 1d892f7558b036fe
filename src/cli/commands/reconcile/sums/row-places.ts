import { grouped } from '../../../terminal/format.ts';
import type { LedgerOrFinance } from './sums.ts';

/** Places to name of an id. */
const maxPlaces = 10;

/** Where the rows of some ids stand in the files, so that a duplicate is seen as two rows. */
export class RowPlaces {
  readonly #places: ReadonlyMap<string, Record<LedgerOrFinance, { rows: number; readonly first: string[] }>>;

  constructor(ids: Iterable<string>) {
    this.#places = new Map(
      [...ids].map((id) => [id, { ledger: { rows: 0, first: [] }, finance: { rows: 0, first: [] } }]),
    );
  }

  get size(): number {
    return this.#places.size;
  }

  has(id: string): boolean {
    return this.#places.has(id);
  }

  add(side: LedgerOrFinance, id: string, where: string): void {
    const places = this.#places.get(id)?.[side];
    if (!places) return;
    places.rows += 1;
    if (places.first.length < maxPlaces) places.first.push(where);
  }

  /** Names the rows of an id: `finance.csv line 4; finance.csv line 9`; `null` if there are none, or it was not looked for. */
  of(side: LedgerOrFinance, id: string | null): string | null {
    const places = id === null ? undefined : this.#places.get(id)?.[side];
    if (!places || places.rows === 0) return null;
    const { rows, first } = places;
    return [...first, ...(rows > first.length ? [`and ${grouped(rows - first.length)} more`] : [])].join(
      '; ',
    );
  }
}
