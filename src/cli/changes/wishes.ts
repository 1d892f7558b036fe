import {
  type Base,
  type ChangeContext,
  exactly,
  itemCell,
  placeOf,
  type State,
  type Wanted,
} from './change.ts';

/** A cell that a sheet names. */
export interface SheetCell {
  readonly item: string;
  readonly cell: string;
  readonly value: string | null;
  /** What it had when the sheet was pulled; `undefined` if the row does not say that. */
  readonly pulled?: Base | undefined;
}

/** What a sheet names; what it does not name stays. */
export interface ReadSheet {
  /** The items of its rows, also of those that name no cell. */
  readonly items: ReadonlySet<string>;
  readonly cells: readonly SheetCell[];
  /** What an item is translated from, in the sheet. */
  readonly sourceOf?: (item: string) => string | undefined;
  /** Whether an item was translated from another source than the service has now. */
  readonly isOutdated?: (item: string) => boolean;
}

/** A cell that nobody has changed in the sheet, and somebody has changed in the service. */
export interface Kept {
  readonly item: string;
  readonly cell: string;
  readonly sheet: string | null;
  readonly service: string | null;
  readonly context?: ChangeContext | undefined;
}

/** What decides which cells of a sheet are wanted. */
interface Wishes {
  readonly service: State;
  /** The sheet as it was when it was sent out, instead of what its rows say. */
  readonly base: State | undefined;
  /** Whether rows carry what they had when the sheet was pulled; otherwise, without a base, it is a wish. */
  readonly isPulled: boolean;
  /** Returns what the sheet's own records have set last. */
  readonly recorded: (item: string, cell: string) => Base | undefined;
  /** Whether the items of the sheet have exactly its cells. */
  readonly isExact: boolean;
  readonly deletes: readonly string[];
}

/**
 * Returns what a sheet asks for. A cell that equals its base is not wanted: where the service has something else, somebody
 * else has changed it. Of a sheet without bases, every cell is wanted.
 */
export function wishesOfSheet(
  sheet: ReadSheet,
  { service, base, isPulled, recorded, isExact, deletes }: Wishes,
): { readonly wanted: readonly Wanted[]; readonly kept: readonly Kept[] } {
  const wanted: Wanted[] = [];
  const kept: Kept[] = [];
  const named = new Set(sheet.cells.map(placeOf));
  const baseIn = (item: string, cell: string): Base | undefined =>
    base && exactly(base.get(item)?.get(cell) ?? null);
  for (const { item, cell, value, pulled } of sheet.cells) {
    const own = base || isPulled ? recorded(item, cell) : undefined;
    const known = newest(baseIn(item, cell) ?? pulled, own);
    const found = service.get(item)?.get(cell) ?? null;
    // An item that the service has lost is listed once, and not with each of its cells.
    const isGone = cell !== itemCell && !service.has(item) && named.has(placeOf({ item, cell: itemCell }));
    if (!known?.is(value)) wanted.push({ item, cell, base: known, after: value });
    else if (found !== value && !isGone) kept.push({ item, cell, sheet: value, service: found });
  }
  for (const item of [...(isExact ? sheet.items : []), ...deletes]) {
    for (const cell of [...((base ?? service).get(item)?.keys() ?? [])].sort()) {
      if (!named.has(placeOf({ item, cell })))
        wanted.push({ item, cell, base: baseIn(item, cell), after: null });
    }
  }
  return { wanted, kept };
}

/** What a record has set is newer than a base without a time. */
function newest(base: Base | undefined, recorded: Base | undefined): Base | undefined {
  if (base?.time === undefined || recorded?.time === undefined) return recorded ?? base;
  return recorded.time > base.time ? recorded : base;
}

/** Returns the cells of a sheet as the state of a service. */
export function stateOfSheet({ items, cells }: ReadSheet): State {
  const state = new Map([...items].map((item) => [item, new Map<string, string>()]));
  for (const { item, cell, value } of cells) if (value !== null) state.get(item)?.set(cell, value);
  return state;
}
