import { createHash } from 'node:crypto';

import type { Connection } from '../service/connection.ts';
import type { NamedRow } from '../tables/named-rows.ts';
import { textOf } from '../tables/table.ts';

/** The column in which a sheet carries what the service had when it was pulled; a comment to every other reader. */
export const pulledColumn = '# pulled';

/** What a row had when it was pulled. */
export interface Pulled {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly cells: ReadonlyMap<string, string>;
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

/**
 * Returns what the column says of a row; `undefined` if it says nothing, or is of another service, or of another row, from
 * which it was copied.
 */
export function readPulled(
  row: NamedRow,
  key: string,
  service: PulledFrom['service'] | undefined,
): Pulled | undefined {
  const [, year, month, day, hour, minute, second, ms, from, own, cells = ''] =
    form.exec(textOf(row.cell(pulledColumn)).trim()) ?? [];
  if (!service || from !== hashOf(service) || own !== key) return undefined;
  const entries = [...cells.matchAll(/ ([^\s=]+)=(\S*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return { time: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`, cells: new Map(entries) };
}

/** Whether rows carry what they had when they were pulled. */
export function isPulled(rows: readonly NamedRow[]): boolean {
  return rows.some((row) => row.cell(pulledColumn) !== '');
}

/** Returns a short hash of a value, or of a key that may have white space. */
export function shortHash(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 8);
}
