import { type Change, itemCell } from '../changes/change.ts';
import type { Finding } from '../changes/finding.ts';
import { checkString } from './checks/check-string.ts';
import { isMessage } from './checks/placeholders.ts';
import { similarKeys } from './checks/similar-keys.ts';
import type { StringKind } from './strings.ts';

/** What is checked. */
interface Checked {
  readonly cells: Iterable<Pick<Change, 'item' | 'cell' | 'after'> & Partial<Pick<Change, 'before'>>>;
  readonly sourceOf: (item: string) => string | undefined;
  /** The items whose names are compared with all others. */
  readonly items: Iterable<string>;
  readonly others: Iterable<string>;
}

/** Returns what is suspicious about strings, and about their names. */
export function findingsOf(
  kind: StringKind,
  { cells, sourceOf, items, others }: Checked,
): readonly Finding[] {
  const found: Finding[] = [];
  const all = [...cells];
  // A store that has one ICU message reads all its strings as such.
  const isIcu = all.some(({ item, after }) => isMessage(after ?? '') || isMessage(sourceOf(item) ?? ''));
  for (const { item, cell, before, after } of all) {
    if (after === null) continue;
    const finding = kind.findingOf?.(item, after);
    if (finding !== undefined) found.push({ item, cell, message: finding });
    if (kind.isLanguage?.(item) === false) continue;
    for (const message of checkString({
      value: after,
      source: sourceOf(item),
      before: before ?? undefined,
      locale: cell,
      isIcu,
    }))
      found.push({ item, cell, message });
  }
  const names = new Map([...items].map((item) => [kind.nameOf(item), item]));
  for (const [name, other] of similarKeys(names.keys(), [...others].map(kind.nameOf))) {
    const message = `resembles ${JSON.stringify(other)}, and is another string`;
    found.push({ item: names.get(name) ?? '', cell: itemCell, message });
  }
  for (const [name, item] of names) {
    if (name !== name.trim()) found.push({ item, cell: itemCell, message: 'begins or ends with a space' });
  }
  return found;
}
