import { realPath } from '../files/real-path.ts';
import { Faults } from '../tables/faults.ts';
import { type ColumnNames, type NamedTable, readNamedRows } from '../tables/named-rows.ts';
import { readTableFormat } from '../tables/table-flags.ts';
import { UsageError } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';

import type { ServiceAccess } from '../service/service-access.ts';
import type { SheetFlags, TableFlags } from './change-flags.ts';
import { type Change, placeOf, type SetBy, type State, valueIn } from './change.ts';
import { type History, historyOf, setByOf } from './history.ts';
import { createPlan, type Plan } from './plan.ts';
import { newestPullOf, pulledColumn } from './pulled-column.ts';
import { type FoundRecord, recordsBeside, runsOf, withUndos } from './records-beside.ts';
import type { Reading, SheetReading, SheetSubject } from './sheet-subject.ts';
import { stateOfSheet } from './read-sheet.ts';
import { compareSheet, type SheetComparison } from './wanted-cells.ts';

/** A plan, and what it was made from. */
export interface Planned {
  readonly plan: Plan;
  readonly reading: Reading;
  /** All records beside the file. */
  readonly records: readonly FoundRecord[];
  /** The earlier runs of the file. */
  readonly runs: readonly FoundRecord[];
  readonly history: History;
  /** The sheet that a plan was made of. */
  readonly sheet?: string | undefined;
  /** When the sheet was pulled. */
  readonly pull: string | undefined;
  /** Of a plan in a file, what the service would have changed besides when it was made. */
  readonly shown?: readonly Change[];
}

/** Reads the table of a sheet; what is wrong with its rows is added to the faults. @throws UsageError @throws CommandError */
export function readSheetTable(
  path: string,
  columns: ColumnNames,
  flags: TableFlags,
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
  if (basePath !== undefined && realPath(basePath) === realPath(path))
    throw new UsageError('--base: is the sheet itself; it must be the sheet as it was sent out');
  const faults = new Faults();
  const read = (file: string) => subject.readTable(file, flags, faults);
  // Before the service, which may take long to read.
  const tables = [await read(path), ...(basePath === undefined ? [] : [await read(basePath)])] as const;
  const [table, baseTable] = tables;
  const records = await recordsBeside(path, subject, service.connection);
  const reading = await subject.read(service, subject.itemsOf?.(table));
  const from = flags.ignoreColumn?.includes(pulledColumn) ? undefined : service.connection;
  const runs = runsOf(path, records);
  const earlier = Map.groupBy(
    runs.flatMap(({ changes, effects }) => [...changes, ...effects]),
    placeOf,
  );
  const earlierOf: SheetReading['earlierOf'] = (place) => earlier.get(placeOf(place)) ?? [];
  const options = { connection: from, faults, earlierOf };
  const base =
    baseTable && reading.readSheet({ ...options, table: baseTable, base: undefined, isBase: true });
  const sheet = reading.readSheet({ ...options, table, base, isBase: false });
  faults.throwIfAny();
  const items = [...sheet.items, ...reading.state.keys()];
  const cells = [...table.columns, ...sheet.cells.map(({ cell }) => cell), ...reading.cellNames];
  subject.checkFilters({ items, cells, where: 'the sheet or the service' }, reading.state);
  const history = historyOf(records, reading.state);
  // Also where the column is not read: what is sent then is part of the same change.
  const pull = newestPullOf([table, ...(baseTable ? [baseTable] : [])], service.connection);
  const own = ownRuns(path, records, pull);
  const { wanted, kept, unchanged } = compareSheet(sheet, {
    service: reading.state,
    base,
    left: (place) => history(place).lastOf(own)?.value,
    isExact: exact,
    deletes: subject.deletesOf?.(sheet, base ? stateOfSheet(base) : reading.state) ?? [],
  });
  const plan = createPlan(
    subject,
    wanted.filter((wish) => subject.isMeant(wish)),
    reading,
    {
      sheet,
      side: theirs ? 'theirs' : mine ? 'mine' : undefined,
      kept: kept.filter(({ item, cell, sheet: after }) => subject.isMeant({ item, cell, after })),
      setByOf: setByIn(history, reading.state, own),
    },
  );
  const notes = [
    ...((await subject.notesOf?.(service, plan.changes, reading.state)) ?? []),
    ...describeAlike(
      unchanged.filter(({ item, cell, value: after }) => subject.isMeant({ item, cell, after })),
    ),
  ];
  return { plan: { ...plan, notes }, reading, records, runs, history, pull };
}

/** Returns the runs of this very sheet, of the same pull and the same name, and their undos. */
export function ownRuns(
  path: string,
  records: readonly FoundRecord[],
  pull: string | undefined,
): ReadonlySet<FoundRecord> {
  return new Set(
    withUndos(
      runsOf(path, records).filter(({ head }) => head.pull === pull),
      records,
    ),
  );
}

/** Returns who has set what the service has in a cell. */
export function setByIn(history: History, service: State, own: ReadonlySet<FoundRecord>) {
  return (place: Pick<Change, 'item' | 'cell'>): SetBy | undefined =>
    setByOf(history(place), valueIn(service, place), own);
}

/** Counts what differs from what was pulled in what nobody sees. */
function describeAlike(unchanged: SheetComparison['unchanged']): readonly string[] {
  const alike = unchanged.filter(({ isAlike }) => isAlike);
  const broken = unchanged.filter(({ value }) => /[\r\n]/.test(value ?? ''));
  const isWhole = broken.length > 1 && broken.every(({ isAlike }) => isAlike);
  const others = isWhole ? alike.filter((one) => !broken.includes(one)) : alike;
  return [
    ...(isWhole
      ? [
          `All line ends of the sheet have changed, as git does (core.autocrlf): ${counted(broken.length, 'cell')} with lines count as unchanged`,
        ]
      : []),
    ...(others.length === 0
      ? []
      : [
          `${counted(others.length, 'cell')} differ${others.length === 1 ? 's' : ''} from what was pulled in outer spaces, line ends, invisible characters or rounding only, and count${others.length === 1 ? 's' : ''} as unchanged`,
        ]),
  ];
}
