import type { Base, State } from './change.ts';
import type { Pulled } from './pulled-column.ts';

/** A cell that a sheet names. */
export interface SheetCell {
  readonly item: string;
  readonly cell: string;
  readonly value: string | null;
  /** What it had when the sheet was pulled; `undefined` if the sheet does not say that. */
  readonly pulled?: Base | undefined;
}

/** What a sheet names; what it does not name stays. */
export interface ReadSheet {
  /** The items of its rows, also of those that name no cell. */
  readonly items: ReadonlySet<string>;
  readonly cells: readonly SheetCell[];
  /** What its rows say that it was. */
  readonly pulled: Pulled;
  /** Returns a changed value in the form of what the service has, such as with its line ends. @defaultValue as it is */
  readonly inFormOf?: (service: string, value: string) => string;
  /** What an item is translated from, in the sheet. */
  readonly sourceOf?: (item: string) => string | undefined;
  /** Whether an item was translated from another source than the service has now. */
  readonly isOutdated?: (item: string) => boolean;
}

/** Returns the cells of a sheet as the state of a service. */
export function stateOfSheet({ items, cells }: ReadSheet): State {
  const state = new Map([...items].map((item) => [item, new Map<string, string>()]));
  for (const { item, cell, value } of cells) if (value !== null) state.get(item)?.set(cell, value);
  return state;
}
