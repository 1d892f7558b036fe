import type { CustomTypesConfig } from 'pg';

/**
 * The parsers of this package and pg-boss, by the id of the type; any other type is a string, `bigint` and `numeric` too.
 * An application may replace those of `pg`, which all of its pools share.
 */
const parsers: Readonly<Record<number, (value: string) => unknown>> = {
  16: (value) => value === 't',
  // int2, int4, oid, float4, float8
  ...Object.fromEntries([21, 23, 26, 700, 701].map((type) => [type, Number])),
  // json, jsonb
  ...Object.fromEntries([114, 3802].map((type) => [type, (value: string): unknown => JSON.parse(value)])),
  // int4[]
  1007: (value) => parseArray(value).map((element) => (element === null ? null : Number(element))),
  // text[], varchar[], int8[], uuid[]
  ...Object.fromEntries([1009, 1015, 1016, 2951].map((type) => [type, parseArray])),
  1184: parseTimestamp,
};

/** The parsers, as an option of a pool. */
export const typeParsers: CustomTypesConfig = {
  // The server sends text, as nothing asks for the binary format.
  getTypeParser: (type: number) => parsers[type] ?? String,
};

/** Parses an array of one dimension. */
function parseArray(value: string): (string | null)[] {
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/gs)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return plain === undefined || plain === 'NULL' ? null : plain;
  });
}

/** Parses a `timestamptz` such as `2026-10-01 00:00:00.5+02`; offsets of early years have minutes and seconds. */
function parseTimestamp(value: string): Date {
  const [, year = '', rest, sign, ...offset] =
    /^(\d+)(-.+)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(value) ?? [];
  // ISO 8601 has a sign and six digits for years after 9999.
  const padded = year.length > 4 ? `+${year.padStart(6, '0')}` : year;
  const local = Date.parse(`${padded}${String(rest).replace(' ', 'T')}Z`);
  const [hours = 0, minutes = 0, seconds = 0] = offset.map((part?: string) => Number(part ?? 0));
  const ahead = (hours * 3600 + minutes * 60 + seconds) * 1000;
  return new Date(sign === '-' ? local + ahead : local - ahead);
}
