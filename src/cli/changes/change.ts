/** The cells of an item that have a value; what is not in it has none. */
type Cells = ReadonlyMap<string, string>;

/** What a service or a sheet has: the cells of each item, such as the overrides of a price point by country. */
export type State = ReadonlyMap<string, Cells>;

/** The cell that says that an item exists, of items that are created and deleted; its value is empty. */
export const itself = '';

/** What people need beside a change; it decides nothing about what is sent. */
export interface Context {
  readonly currency: string;
  /** The price that holds now; of a new price point, the one of the nearest price point in proportion. */
  readonly now?: string | undefined;
  /** The price that will hold if the override is removed. */
  readonly then?: string | undefined;
  /** Whether that price is an estimate. */
  readonly isEstimate?: boolean | undefined;
}

/** A cell that gets another value; `null` is none. */
export interface Change {
  readonly item: string;
  readonly cell: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly context?: Context | undefined;
}

/** What a cell had when a wish was written: only where the service still has it is the wish sent. */
export interface Base {
  /** `undefined` if only a hash of it is known. */
  readonly value: string | null | undefined;
  readonly is: (value: string | null) => boolean;
  /** Since when, ISO 8601 in UTC; `undefined` if it is not known. */
  readonly time?: string | undefined;
}

/** Returns the base that is this value. */
export function exactly(value: string | null, time?: string): Base {
  return { value, is: (other) => other === value, time };
}

/** A cell that should have a value, and its base, if that is known. */
export interface Wanted {
  readonly item: string;
  readonly cell: string;
  readonly base?: Base | undefined;
  readonly after: string | null;
}

/** A wish for a cell that somebody else has changed meanwhile. */
export interface Conflict {
  readonly item: string;
  readonly cell: string;
  /** `undefined` if only a hash of it is known. */
  readonly base?: string | null | undefined;
  readonly service: string | null;
  readonly after: string | null;
  readonly context?: Context | undefined;
}

/** Wishes, compared with the service. What the service has already is in neither list. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** Compares wishes with the service. Where items are created and deleted, what was deleted is not changed. */
export function compare(wanted: readonly Wanted[], service: State, createsItems: boolean): Comparison {
  const changes: Change[] = [];
  const conflicts: Conflict[] = [];
  for (const [item, wishes] of Map.groupBy(wanted, (one) => one.item)) {
    const cells = service.get(item);
    const found = compareItem(wishes, cells);
    const extra = unknownCells(wishes, cells).map((cell) => conflictOf({ item, cell, after: null }, cells));
    const isPartlyChanged = isDeleted(wishes) && found.conflicts.length + extra.length > 0;
    conflicts.push(...found.conflicts, ...extra);
    const isLost = createsItems && isGone(wishes, cells);
    if (isPartlyChanged || isLost) {
      const blocked = found.changes.filter(({ cell }) => isLost || cell === itself);
      conflicts.push(
        ...blocked.map((change) => conflictOf({ ...change, base: exactly(change.before) }, cells)),
      );
    } else {
      changes.push(...found.changes);
    }
  }
  return { changes, conflicts };
}

function compareItem(wishes: readonly Wanted[], cells: Cells | undefined): Comparison {
  const changes: Change[] = [];
  const conflicts: Conflict[] = [];
  for (const wish of wishes) {
    const { item, cell, base, after } = wish;
    const before = cells?.get(cell) ?? null;
    if (before === after) continue;
    if (base?.is(before) ?? true) changes.push({ item, cell, before, after });
    else conflicts.push(conflictOf(wish, cells));
  }
  return { changes, conflicts };
}

function conflictOf({ item, cell, base = exactly(null), after }: Wanted, cells: Cells | undefined): Conflict {
  return { item, cell, base: base.value, service: cells?.get(cell) ?? null, after };
}

function isDeleted(wishes: readonly Wanted[]): boolean {
  return wishes.some(({ cell, after }) => cell === itself && after === null);
}

/** An item is not deleted with cells that nobody knew of. */
function unknownCells(wishes: readonly Wanted[], cells: Cells | undefined): readonly string[] {
  const hasBase = wishes.some(({ base }) => base !== undefined);
  if (!hasBase || !isDeleted(wishes)) return [];
  const known = new Set(wishes.map(({ cell }) => cell));
  return [...(cells?.keys() ?? [])].filter((cell) => !known.has(cell));
}

/** Whether somebody has deleted an item that should only be changed. */
function isGone(wishes: readonly Wanted[], cells: Cells | undefined): boolean {
  return cells === undefined && wishes.every(({ cell }) => cell !== itself);
}

/** Returns the wishes of changes that were planned: for cells that are still as they were. */
export function wishesOf(changes: readonly Change[]): readonly Wanted[] {
  return changes.map(({ item, cell, before, after }) => ({ item, cell, base: exactly(before), after }));
}

/** Returns the wishes that take changes back: for cells that still have what was set. */
export function reverseOf(changes: readonly Change[]): readonly Wanted[] {
  return changes.map(({ item, cell, before, after }) => ({
    item,
    cell,
    base: exactly(after),
    after: before,
  }));
}

/** Returns what identifies a cell. */
export function placeOf({ item, cell }: Pick<Change, 'item' | 'cell'>): string {
  return JSON.stringify([item, cell]);
}

/** What a change does to its cell. */
export type Kind = 'created' | 'deleted' | 'set' | 'changed' | 'removed';

/** Returns what a change does. */
export function kindOf({ cell, before, after }: Pick<Change, 'cell' | 'before' | 'after'>): Kind {
  if (cell === itself) return after === null ? 'deleted' : 'created';
  if (before === null) return 'set';
  return after === null ? 'removed' : 'changed';
}

/** Returns the items that changes delete, or create. */
export function itemsThatAre(kind: 'created' | 'deleted', changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.filter((change) => kindOf(change) === kind).map(({ item }) => item));
}
