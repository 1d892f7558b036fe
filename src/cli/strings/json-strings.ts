import { basename, extname } from 'node:path';

import { type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';

import type { Faults } from '../tables/faults.ts';
import type { NamedRow, NamedTable } from '../tables/named-rows.ts';
import { readText } from '../tables/open-table.ts';
import { reasonOf, UsageError } from '../terminal/command-error.ts';
import { warn } from '../terminal/log-line.ts';
import { isLanguageName } from './locales.ts';
import type { StringKind } from './strings.ts';

/** A value, with the names that lead to it. */
interface Named {
  readonly key: string;
  readonly value: ValueNode;
}

/**
 * Reads the JSON of one language: names with strings, also in objects, whose names are joined by dots. A name that stands twice,
 * as after a merge, is two rows, of which `JSON.parse` would keep the last.
 *
 * @throws UsageError @throws CommandError if the file cannot be read
 */
export async function readJsonStrings(
  { keyColumns }: StringKind,
  path: string,
  given: string | undefined,
  faults: Faults,
): Promise<NamedTable> {
  if (!keyColumns.includes('key')) throw new UsageError(`${path}: must be a table, CSV or .xlsx`);
  const name = basename(path, extname(path));
  const locale = given ?? (isLanguageName(name) ? name : undefined);
  if (locale === undefined)
    throw new UsageError(`--locale: is required, because ${path} does not say its language`);
  const root = parseJson(path, await readText(path));
  const own = membersOf(root).find((member) => nameOf(member) === locale && member.value.type === 'Object');
  for (const member of own === undefined ? [] : membersOf(root)) {
    const column = nameOf(member);
    if (column !== locale && isLanguageName(column)) warn(`${path}: does not read ${JSON.stringify(column)}`);
    else if (member !== own)
      faults.add({
        where: whereOf(path, member),
        column,
        message: `stands beside the strings of ${locale}, and would be left out`,
      });
  }
  const rows = stringsIn(own?.value ?? root).map(({ key, value }): NamedRow => {
    const where = whereOf(path, value);
    if (value.type !== 'String')
      faults.add({ where, column: key, message: 'must be a string, or an object of strings' });
    const values = new Map([
      ['key', key],
      [locale, value.type === 'String' ? value.value : ''],
    ]);
    return { where, cell: (column) => values.get(column) ?? '', cells: () => [], behind: () => '' };
  });
  return { path, columns: ['key', locale], ignored: [], rows };
}

/** @throws UsageError if a text is not JSON */
function parseJson(path: string, text: string): ValueNode {
  try {
    return parse(text, { mode: 'json' }).body;
  } catch (error) {
    throw new UsageError(`${path}: is not JSON: ${reasonOf(error)}`);
  }
}

function membersOf(value: ValueNode): readonly MemberNode[] {
  return value.type === 'Object' ? value.members : [];
}

function nameOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

function whereOf(path: string, { loc }: Pick<ValueNode, 'loc'>): string {
  return `${path} line ${loc.start.line}`;
}

/** Returns what is not an object, with the names that lead to it. */
function stringsIn(value: ValueNode, path = ''): readonly Named[] {
  if (value.type !== 'Object') return [{ key: path, value }];
  return value.members.flatMap((member) => {
    const name = nameOf(member);
    return stringsIn(member.value, path === '' ? name : `${path}.${name}`);
  });
}
