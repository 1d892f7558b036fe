import {
  type Base,
  type CellNotes,
  exactly,
  itemCell,
  placeOf,
  type State,
  valueIn,
  type Wanted,
} from './change.ts';
import { type ReadSheet, type SheetCell, stateOfSheet } from './read-sheet.ts';

/** A cell that nobody has changed in the sheet, and somebody has changed in the service. */
export interface Kept extends CellNotes {
  readonly item: string;
  readonly cell: string;
  readonly sheet: string | null;
  readonly service: string | null;
}

/** What decides which cells of a sheet are wanted. */
interface Compared {
  readonly service: State;
  /** The sheet as it was when it was sent out, instead of what its rows say. */
  readonly base: ReadSheet | undefined;
  /** Returns what the last run of this very sheet, or its undo, left in a cell; `undefined` without one. */
  readonly left: (place: Pick<SheetCell, 'item' | 'cell'>) => string | null | undefined;
  /** Whether the items of the sheet have exactly its cells. */
  readonly isExact: boolean;
  readonly deletes: readonly string[];
}

/** What a sheet asks for, and what it leaves. */
export interface SheetComparison {
  readonly wanted: readonly Wanted[];
  readonly kept: readonly Kept[];
  /** The cells that have what was pulled; `isAlike` are those that differ from it in what nobody sees. */
  readonly unchanged: readonly (SheetCell & { readonly isAlike: boolean })[];
}

/**
 * Returns what a sheet asks for. A cell that has what was pulled is not wanted, and kept where the service has something else.
 * Of a sheet that does not say what it was, every cell is wanted.
 */
export function compareSheet(
  sheet: ReadSheet,
  { service, base, left, isExact, deletes }: Compared,
): SheetComparison {
  const wanted: Wanted[] = [];
  const kept: Kept[] = [];
  const unchanged: SheetComparison['unchanged'][number][] = [];
  const named = new Set(sheet.cells.map(placeOf));
  const bases = new Map(base?.cells.map((one) => [placeOf(one), one.pulled ?? exactly(one.value)]));
  const baseOf = (place: Pick<SheetCell, 'item' | 'cell'>): Base | undefined =>
    base && (bases.get(placeOf(place)) ?? exactly(null));
  /** What the service must still have where the sheet says something else. */
  const expected = (place: Pick<SheetCell, 'item' | 'cell'>, was: Base | undefined): Base | undefined => {
    const own = was && left(place);
    return own === undefined ? was : exactly(own);
  };
  for (const one of sheet.cells) {
    const { item, cell, value } = one;
    // What was pulled with the sheet that was sent out is read as if it stood in this one.
    const was = base?.pulled.isPulled === false ? baseOf(one) : one.pulled;
    const found = valueIn(service, one);
    // An item that the service has lost is listed once, and not with each of its cells.
    const isGone = cell !== itemCell && !service.has(item) && named.has(placeOf({ item, cell: itemCell }));
    const isSame = was?.is(value) === true;
    if (!was || !(isSame || was.isAlike?.(value))) {
      const isAdapted = was !== undefined && value !== null && found !== null;
      const after = isAdapted ? (sheet.inFormOf?.(found, value) ?? value) : value;
      wanted.push({ item, cell, base: expected(one, was), after });
      continue;
    }
    unchanged.push({ ...one, isAlike: !isSame });
    if (!was.is(found) && found !== value && !isGone) kept.push({ item, cell, sheet: value, service: found });
  }
  const before = base ? stateOfSheet(base) : service;
  for (const item of [...(isExact ? sheet.items : []), ...deletes]) {
    for (const cell of [...(before.get(item)?.keys() ?? [])].sort()) {
      const place = { item, cell };
      if (!named.has(placeOf(place)))
        wanted.push({ ...place, base: expected(place, baseOf(place)), after: null });
    }
  }
  return { wanted, kept, unchanged };
}
