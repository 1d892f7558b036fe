import { createHash } from 'node:crypto';

import type { Connection } from '../service/connection.ts';
import type { NamedRow, NamedTable } from '../tables/named-rows.ts';
import { openTable } from '../tables/open-table.ts';
import { isWorkbook, type TableFormat, textOf } from '../tables/table.ts';

/** The column in which a sheet carries what the service had when it was pulled; a comment to every other reader. */
export const pulledColumn = '# pulled';

/** What a sheet had when it was pulled, by the keys of its rows. */
export interface Pulled {
  /** Whether what it does not name had nothing then; otherwise, without another base, the sheet is a wish. */
  readonly isPulled: boolean;
  /** Returns the cells of a row by their names. */
  readonly cellsOf: (key: string) => ReadonlyMap<string, string> | undefined;
}

/** When a sheet was pulled, and from which service. */
export interface PulledFrom {
  readonly time: Date;
  readonly service: Pick<Connection, 'environment' | 'origin'>;
}

/**
 * A time, a hash of the service, the key of the row, and its cells by name. It begins with a letter, so that no spreadsheet
 * makes a date of it.
 */
const form = /^at(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z (\S+) (\S+)((?: [^\s=]+=\S*)*)$/;

/** Returns the value of the column; no key, name or value has white space. */
export function writePulled(
  { time, service }: PulledFrom,
  key: string,
  cells: readonly (readonly [string, string])[],
): string {
  const at = time.toISOString().replaceAll(/[-:.]/g, '');
  return [`at${at}`, hashOf(service), key, ...cells.map(([name, value]) => `${name}=${value}`)].join(' ');
}

function hashOf({ environment, origin }: PulledFrom['service']): string {
  return shortHash(`${environment} ${origin}`);
}

/** What the column says in one row. */
interface Mark {
  readonly time: string;
  readonly service: string;
  readonly key: string;
  readonly cells: ReadonlyMap<string, string>;
}

function marksOf(row: NamedRow): readonly Mark[] {
  return row.cells(pulledColumn).flatMap((cell) => readMark(textOf(cell)) ?? []);
}

function readMark(text: string): Mark | undefined {
  const [found, year, month, day, hour, minute, second, ms, service = '', key = '', cells = ''] =
    form.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  const entries = [...cells.matchAll(/ ([^\s=]+)=(\S*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  return { time, service, key, cells: new Map(entries) };
}

/**
 * Reads the column of all rows. What it says belongs to the key that it names, wherever its line is by now; if two pulls name
 * a cell of one, that in its own line counts: behind it, then the newer one.
 *
 * @param keyOf Returns the key of a row, as far as the row has one.
 * @param service The service whose pulls count; without it, none does.
 * @param sentOut What the sheet says that was sent out: if it was pulled, that counts instead.
 * @param columnOf Returns the column of a cell, by its name. @defaultValue the name
 */
export function readPulled(
  { rows, ignored }: NamedTable,
  keyOf: (row: NamedRow) => string | undefined,
  service: PulledFrom['service'] | undefined,
  sentOut?: Pulled,
  columnOf: (name: string) => string = (name) => name,
): Pulled {
  if (sentOut?.isPulled) return sentOut;
  if (service === undefined) return { isPulled: false, cellsOf: () => undefined };
  const all = rows.flatMap((row) =>
    marksOf(row).map((mark) => ({ ...mark, isInPlace: mark.key === keyOf(row) })),
  );
  const here = all.filter((mark) => mark.service === hashOf(service));
  const byRank = here.toSorted(
    (one, other) => Number(one.isInPlace) - Number(other.isInPlace) || (one.time < other.time ? -1 : 1),
  );
  // Columns and tabs may come from several pulls.
  const byKey = new Map(
    [...Map.groupBy(byRank, ({ key }) => key)].map(([key, marks]) => [
      key,
      new Map(marks.flatMap(({ cells }) => [...cells])),
    ]),
  );
  for (const row of rows.filter((one) => one.cells(pulledColumn).length > 1)) {
    const key = keyOf(row) ?? '';
    const cells = byKey.get(key);
    for (const name of cells?.keys() ?? []) {
      const own = readMark(textOf(row.behind(columnOf(name), pulledColumn)));
      const value = own?.key === key && own.service === hashOf(service) ? own.cells.get(name) : undefined;
      if (value !== undefined) cells?.set(name, value);
    }
  }
  return {
    // One from another service says nothing about this one.
    isPulled: ignored.includes(pulledColumn) && (all.length === 0 || here.length > 0),
    cellsOf: (key) => byKey.get(key),
  };
}

/** Returns when tables were pulled from a service, of several pulls the newest; `undefined` if none says so. */
export function newestPullOf(
  tables: readonly NamedTable[],
  service: PulledFrom['service'],
): string | undefined {
  return newestOf(
    tables.flatMap(({ rows }) => rows.flatMap(marksOf)),
    service,
  );
}

/**
 * Returns when a file was pulled from a service: of each tab of a workbook, and of several pulls in it, the newest; empty if none
 * says so, or it cannot be read.
 */
export async function pullTimesOf(path: string, service: PulledFrom['service']): Promise<readonly string[]> {
  try {
    const tabs = isWorkbook(path)
      ? (await (await import('../tables/xlsx-table.ts')).sheetsOf(path)).map(({ name }) => name)
      : [undefined];
    const times = tabs.map(async (sheet) => newestOf(await marksIn({ path, sheet, skipFirst: 0 }), service));
    return (await Promise.all(times)).flatMap((time) => time ?? []);
  } catch {
    // It may be gone, or edited by a program that this one cannot read: then it says nothing.
    return [];
  }
}

async function marksIn(format: TableFormat): Promise<readonly Mark[]> {
  const table = await openTable(format);
  const marks: Mark[] = [];
  for await (const { cells } of table()) marks.push(...cells.flatMap((cell) => readMark(textOf(cell)) ?? []));
  return marks;
}

function newestOf(marks: readonly Mark[], service: PulledFrom['service']): string | undefined {
  return marks
    .filter((mark) => mark.service === hashOf(service))
    .map(({ time }) => time)
    .sort()
    .at(-1);
}

/** Returns a short hash of a value, or of a key that may have white space. */
export function shortHash(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 8);
}
