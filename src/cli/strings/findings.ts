import { type Change, itemCell, placeOf } from '../changes/change.ts';
import type { Finding } from '../changes/finding.ts';
import { checkString } from './checks/check-string.ts';
import { isMessage } from './checks/placeholders.ts';
import { shiftedBlocks } from './checks/shifted-cells.ts';
import { similarKeys } from './checks/similar-keys.ts';
import type { StringKind } from './strings.ts';

/** A string that is checked; `before` is what the service has, or the sheet as it was sent out, if that is known. */
type CheckedCell = Pick<Change, 'item' | 'cell' | 'after'> & { readonly before?: string | null | undefined };

/** What is checked. */
interface Checked {
  readonly cells: readonly CheckedCell[];
  /** All cells of the sheet in its order, of which some are checked. @defaultValue those that are checked */
  readonly sheet?: readonly CheckedCell[] | undefined;
  readonly sourceOf: (item: string) => string | undefined;
  /** The items whose names are compared with all others. */
  readonly items: Iterable<string>;
  readonly others: Iterable<string>;
}

/** Returns what is suspicious about strings, about strings beside each other, and about their names. */
export function findingsOf(kind: StringKind, checked: Checked): readonly Finding[] {
  return [checkEach, checkSources, checkBlocks, checkNames].flatMap((check) => check(kind, checked));
}

function checkEach(kind: StringKind, { cells, sourceOf }: Checked): readonly Finding[] {
  // A store that has one ICU message reads all its strings as such.
  const isIcu = cells.some(({ item, after }) => isMessage(after ?? '') || isMessage(sourceOf(item) ?? ''));
  return cells.flatMap(({ item, cell, before, after }): readonly Finding[] => {
    if (after === null) return [];
    const message = kind.findingOf?.(item, after);
    const found = message === undefined ? [] : [{ item, cell, message }];
    if (kind.isLanguage?.(item) === false) return found;
    const string = { value: after, source: sourceOf(item), before: before ?? undefined, locale: cell, isIcu };
    return [...found, ...checkString(string).map((one) => ({ item, cell, ...one }))];
  });
}

/** Who translates does not write the source; a sheet in which only that has changed is of somebody who does. */
function checkSources({ source }: StringKind, { cells }: Checked): readonly Finding[] {
  const changed = cells.filter(({ before, after }) => before !== undefined && before !== after);
  if (changed.every(({ cell }) => cell === source)) return [];
  return changed
    .filter(({ cell, before }) => cell === source && before !== null)
    .map(({ item, cell }) => ({
      item,
      cell,
      message: 'changes the source, in a sheet that changes translations too',
    }));
}

/** A block of a column that was pasted one row too high or too low. */
function checkBlocks(kind: StringKind, { cells, sheet = cells, sourceOf }: Checked): readonly Finding[] {
  const checked = new Set(cells.map(placeOf));
  const columns = Map.groupBy(
    sheet.filter(({ cell }) => cell !== kind.source),
    ({ cell }) => cell,
  );
  return [...columns.values()].flatMap((column) => {
    const texts = column.map(({ item, after, before }) => ({
      value: after ?? '',
      source: sourceOf(item),
      before: before ?? undefined,
    }));
    return shiftedBlocks(texts).flatMap(({ index, count, from }): readonly Finding[] => {
      const block = column.slice(index, index + count).find((one) => checked.has(placeOf(one)));
      const message = `begins ${count} cells that look one row off: they fit the row ${from}`;
      return block ? [{ item: block.item, cell: block.cell, message, rank: 'low' }] : [];
    });
  });
}

function checkNames(kind: StringKind, { items, others }: Checked): readonly Finding[] {
  const names = new Map([...items].map((item) => [kind.nameOf(item), item]));
  const similar = similarKeys(names.keys(), [...others].map(kind.nameOf));
  return [
    ...[...similar].map(([name, other]) => ({
      item: names.get(name) ?? '',
      cell: itemCell,
      message: `resembles ${JSON.stringify(other)}, and is another string`,
    })),
    ...[...names]
      .filter(([name]) => name !== name.trim())
      .map(([, item]) => ({ item, cell: itemCell, message: 'begins or ends with a space' })),
  ];
}
