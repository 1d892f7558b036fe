import { Faults } from '../tables/faults.ts';
import { type ColumnNames, type NamedTable, readNamedRows } from '../tables/named-rows.ts';
import { readTableFormat } from '../tables/table-flags.ts';

import type { ServiceAccess } from '../service/service-access.ts';
import type { SheetFlags } from './change-flags.ts';
import { basesOf, isSent, otherRecordsOf, type OwnRecord, recordsOf } from './own-records.ts';
import { createPlan, type Plan } from './plan.ts';
import { isPulled, pulledColumn } from './pulled.ts';
import type { Reading, SheetSubject } from './sheet-subject.ts';
import { type Kept, stateOfSheet, wishesOfSheet } from './wishes.ts';

/** A plan, and what it was made from. */
export interface Planned {
  readonly plan: Plan;
  readonly reading: Reading;
  /** The records of earlier runs of the file. */
  readonly records: readonly OwnRecord[];
  /** The sheet that a plan was made of. */
  readonly sheet?: string | undefined;
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
  subject: SheetSubject,
  path: string,
  flags: SheetFlags,
  service: ServiceAccess,
): Promise<Planned> {
  const { base: basePath, theirs, mine, exact = false } = flags;
  const faults = new Faults();
  const read = (file: string) => readSheetTable(file, subject.columns, flags, faults);
  // Before the service, which may take long to read.
  const tables = [await read(path), ...(basePath === undefined ? [] : [await read(basePath)])] as const;
  const [table, baseTable] = tables;
  const records = await recordsOf(path, subject, service.connection);
  const reading = await subject.read(service, subject.itemsOf?.(table));
  const from = flags.ignoreColumn?.includes(pulledColumn) ? undefined : service.connection;
  const options = { connection: from, faults };
  const base =
    baseTable && reading.readSheet({ ...options, table: baseTable, base: undefined, isBase: true });
  const sheet = reading.readSheet({ ...options, table, base, isBase: false });
  faults.throwIfAny();
  const items = [...sheet.items, ...reading.state.keys()];
  const cells = [...table.columns, ...reading.cellNames];
  subject.checkFilters({ items, cells, where: 'the sheet or the service' }, reading.state);
  const baseState = base && stateOfSheet(base);
  const { wanted, kept } = wishesOfSheet(sheet, {
    service: reading.state,
    base: baseState,
    isPulled: from !== undefined && isPulled(table.rows),
    recorded: basesOf(records, reading.state),
    isExact: exact,
    deletes: subject.deletesOf?.(sheet, baseState ?? reading.state) ?? [],
  });
  const meant = wanted.filter((wish) => subject.isMeant(wish));
  const plan = createPlan(subject, meant, reading, {
    sheet,
    side: theirs ? 'theirs' : mine ? 'mine' : undefined,
    kept: kept.filter(({ item, cell, sheet: after }) => subject.isMeant({ item, cell, after })),
  });
  const notes = [
    ...((await subject.notesOf?.(service, plan.changes, reading.state)) ?? []),
    ...(plan.kept.length === 0
      ? []
      : runsThatSet(plan.kept, await otherRecordsOf(path, records, subject, service.connection))),
  ];
  return {
    plan: { ...plan, notes },
    reading,
    records,
  };
}

/** A copy of a sheet under another name takes its runs for a colleague's. */
function runsThatSet(kept: readonly Kept[], others: readonly OwnRecord[]): readonly string[] {
  const isOf = (run: OwnRecord): boolean =>
    kept.some(({ item, cell, service }) =>
      run.changes.some(
        (change) =>
          isSent(change) && change.item === item && change.cell === cell && change.after === service,
      ),
    );
  const sheets = new Set(others.filter(isOf).map(({ head }) => head.sheet ?? head.source));
  return [...sheets].map(
    (sheet) => `Of what is kept, runs of ${sheet} have set something: if this is a copy, give it that name`,
  );
}
