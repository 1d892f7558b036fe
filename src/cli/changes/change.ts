/** The cells of an item that have a value; what is not in it has none. */
type Cells = ReadonlyMap<string, string>;

/** What a service or a sheet has: the cells of each item, such as the overrides of a price point by country. */
export type State = ReadonlyMap<string, Cells>;

/** The cell of an item itself, instead of the name of one of its cells. */
export const itemCell = '';

/** The value of that cell where an item exists, of items that are created and deleted. */
export const itemExists = '';

/** The prices beside a change. */
export interface ChangeContext {
  readonly currency: string;
  /** The price that holds now; of a new price point, the one of the nearest price point in proportion. */
  readonly now?: string | undefined;
  /** The price that will hold if the override is removed. */
  readonly then?: string | undefined;
  /** Whether that price is an estimate. */
  readonly isEstimate?: boolean | undefined;
}

/** The run that has set what a cell has, by the records beside a sheet. */
export interface SetBy {
  /** Its sheet, or `an undo of` that. */
  readonly file: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** Whether it is a run of this very sheet: of the same pull and the same name. */
  readonly isOwn: boolean;
}

/** What people need beside a cell, of a plan; it decides nothing about what is sent. */
export interface CellNotes {
  readonly context?: ChangeContext | undefined;
  /** Who has set what the service has; `undefined` if no record tells. */
  readonly setBy?: SetBy | undefined;
}

/** A cell that gets another value; `null` is none. */
export interface Change extends CellNotes {
  readonly item: string;
  readonly cell: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a cell had when a wish was written: only where the service still has it is the wish sent. */
export interface Base {
  /** `undefined` if only a hash of it is known. */
  readonly value: string | null | undefined;
  readonly is: (value: string | null) => boolean;
  /** Whether a value differs from it only in what nobody sees. @defaultValue no other value does */
  readonly isAlike?: (value: string | null) => boolean;
}

/** Returns the base that is this value. */
export function exactly(value: string | null): Base {
  return { value, is: (other) => other === value };
}

/** A cell that should have a value, and its base, if that is known. */
export interface Wanted {
  readonly item: string;
  readonly cell: string;
  readonly base?: Base | undefined;
  readonly after: string | null;
}

/** A wish for a cell that somebody else has changed meanwhile. */
export interface Conflict extends CellNotes {
  readonly item: string;
  readonly cell: string;
  /** `undefined` if only a hash of it is known. */
  readonly base?: string | null | undefined;
  readonly service: string | null;
  readonly after: string | null;
}

/** Wishes, compared with the service. What the service has already is in neither list. */
export interface ComparedWishes {
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** Compares wishes with the service. Where items are created and deleted, what was deleted is not changed. */
export function compare(wanted: readonly Wanted[], service: State, createsItems: boolean): ComparedWishes {
  const items = [...Map.groupBy(wanted, ({ item }) => item)].map(([item, wishes]) =>
    compareItem(wishes, service.get(item), createsItems),
  );
  return {
    changes: items.flatMap(({ changes }) => changes),
    conflicts: items.flatMap(({ conflicts }) => conflicts),
  };
}

/** Compares the wishes for an item with its cells; `undefined` if the service does not have it. */
function compareItem(
  wishes: readonly Wanted[],
  cells: Cells | undefined,
  createsItems: boolean,
): ComparedWishes {
  const { changes, conflicts } = compareCells(wishes, cells);
  if (wishes.some(({ cell, after }) => cell === itemCell && after === null)) {
    const unknown = unknownCells(wishes, cells);
    // An item is deleted as the sheet knew it, or not at all.
    return conflicts.length + unknown.length === 0
      ? { changes, conflicts }
      : {
          changes: [],
          conflicts: [...conflicts, ...unknown, ...notSent(changes.filter(({ cell }) => cell === itemCell))],
        };
  }
  const isCreated = wishes.some(({ cell }) => cell === itemCell);
  // Somebody has deleted what should only be changed.
  if (createsItems && cells === undefined && !isCreated)
    return { changes: [], conflicts: [...conflicts, ...notSent(changes)] };
  return { changes, conflicts };
}

function compareCells(wishes: readonly Wanted[], cells: Cells | undefined): ComparedWishes {
  const changes: Change[] = [];
  const conflicts: Conflict[] = [];
  for (const { item, cell, base, after } of wishes) {
    const before = cells?.get(cell) ?? null;
    if (before === after) continue;
    if (base === undefined || base.is(before)) changes.push({ item, cell, before, after });
    else conflicts.push({ item, cell, base: base.value, service: before, after });
  }
  return { changes, conflicts };
}

/** Of a deletion whose base is known, the cells that nobody knew of. */
function unknownCells(wishes: readonly Wanted[], cells: Cells | undefined): readonly Conflict[] {
  const [first] = wishes;
  if (first === undefined || cells === undefined || wishes.every(({ base }) => base === undefined)) return [];
  const known = new Set(wishes.map(({ cell }) => cell));
  return [...cells]
    .filter(([cell]) => !known.has(cell))
    .map(([cell, service]) => ({ item: first.item, cell, base: null, service, after: null }));
}

/** Changes that could be sent by themselves, and are not because of others. */
function notSent(changes: readonly Change[]): readonly Conflict[] {
  return changes.map(({ item, cell, before, after }) => ({
    item,
    cell,
    base: before,
    service: before,
    after,
  }));
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

/** Returns what a service or a sheet has in a cell; `null` if that is nothing. */
export function valueIn(
  state: State | undefined,
  { item, cell }: Pick<Change, 'item' | 'cell'>,
): string | null {
  return state?.get(item)?.get(cell) ?? null;
}

/** Returns what identifies a cell. */
export function placeOf({ item, cell }: Pick<Change, 'item' | 'cell'>): string {
  return JSON.stringify([item, cell]);
}

/** What a change does to its cell. */
export type Kind = 'created' | 'deleted' | 'set' | 'changed' | 'removed';

/** Returns what a change does. */
export function changeKindOf({ cell, before, after }: Pick<Change, 'cell' | 'before' | 'after'>): Kind {
  if (cell === itemCell) return after === null ? 'deleted' : 'created';
  if (before === null) return 'set';
  return after === null ? 'removed' : 'changed';
}

/** Returns the items that changes delete, or create. */
export function itemsThatAre(kind: 'created' | 'deleted', changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.filter((change) => changeKindOf(change) === kind).map(({ item }) => item));
}
