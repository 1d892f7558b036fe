import { UsageError } from '../command-error.ts';
import { Faults } from '../table/faults.ts';
import { type ColumnNames, type NamedTable, readNamedRows } from '../table/named-rows.ts';
import { readTableFormat } from '../table/table-flags.ts';
import { type State, wantedOf } from './change.ts';
import type { ApplyFlags, PlanFlags } from './command.ts';
import { createPlan, type Plan } from './plan.ts';
import type { Reading, Resource, Service } from './resource.ts';

/** The flags that say how a sheet is read, and what of it is wanted. */
export type SheetFlags = Pick<ApplyFlags, Extract<keyof PlanFlags, keyof ApplyFlags>> & {
  /** Percent from which a change is large. */
  readonly maxChange?: number | undefined;
};

/** A plan, and what it was made from. */
export interface Planned {
  readonly plan: Plan;
  readonly reading: Reading;
}

/** Reads the table of a sheet; what is wrong with its rows is added to the faults. @throws UsageError @throws CommandError */
export function readSheetTable(
  path: string,
  columns: ColumnNames,
  flags: Pick<SheetFlags, 'encoding' | 'delimiter' | 'sheet' | 'skipFirst' | 'ignoreColumn'>,
  faults: Faults,
): Promise<NamedTable> {
  return readNamedRows(readTableFormat(path, flags), { ...columns, ignored: flags.ignoreColumn }, faults);
}

/** Compares a sheet with the service. @throws CommandError with all faults of the sheet */
export async function planSheet(
  resource: Resource,
  path: string,
  flags: SheetFlags,
  service: Service,
): Promise<Planned> {
  const { base: basePath, theirs, mine } = flags;
  if (basePath === undefined && (theirs ?? mine)) {
    throw new UsageError(`--${theirs ? 'theirs' : 'mine'}: requires --base, which tells what a conflict is`);
  }
  const faults = new Faults();
  const read = (file: string) => readSheetTable(file, resource.columns, flags, faults);
  // Before the service, which may take long to read.
  const tables = [await read(path), ...(basePath === undefined ? [] : [await read(basePath)])] as const;
  const [table, baseTable] = tables;
  const reading = await resource.read(service, resource.itemsOf?.(table));
  const options = { faults, reading, base: undefined };
  const base = baseTable && resource.readSheet({ ...options, table: baseTable, isBase: true });
  const sheet = resource.readSheet({ ...options, table, base, isBase: false });
  faults.throwIfAny();
  resource.checkFilters({ columns: table.columns, items: [...sheet.keys(), ...reading.state.keys()] });
  const before: State = base ?? reading.state;
  const deletes = resource.deletesOf?.(sheet, before) ?? [];
  const wanted = wantedOf(sheet, { service: reading.state, base, isExact: resource.isExact, deletes });
  const meant = wanted.filter((wish) => resource.isMeant(wish));
  return {
    plan: createPlan(resource, meant, reading, theirs ? 'theirs' : mine ? 'mine' : undefined),
    reading,
  };
}
