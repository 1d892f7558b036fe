import type { Translation } from './checked-string.ts';
import { isMessage, placeholdersOf } from './placeholders.ts';
import { pluralProblems } from './plurals.ts';

/** In an ICU message, an apostrophe before a bracket quotes it: the player sees the name. */
export function hiddenPlaceholders({ value, source, isIcu = false }: Translation): readonly string[] {
  if (!isIcu || isMessage(source)) return [];
  const [, hidden] = /(?<!')'(\{\s*[\w.-]+\s*\})/.exec(value) ?? [];
  return hidden === undefined ? [] : [`has an apostrophe that hides ${hidden} in ICU: write ’, or two`];
}

/** Compares what a program replaces in a translation with that of its source. */
export function comparePlaceholders({ value, source: original, locale }: Translation): readonly string[] {
  const [own, source] = [value, original].map((one) => placeholdersOf(one, isMessage(original)));
  if (!own || !source) return [];
  if (own.problem !== undefined && source.problem === undefined) {
    return [`is no valid ICU message: ${own.problem}`];
  }
  const isSorted = (list: readonly string[]): string => [...list].sort().join(' ');
  const isReordered =
    isSorted(own.printf) === isSorted(source.printf) &&
    own.printf.join(' ') !== source.printf.join(' ') &&
    !own.printf.some((one) => one.includes('$'));
  const names = differences([...own.named], [...source.named]);
  return [
    ...names,
    ...(names.length === 0 ? pluralProblems(own.elements ?? [], locale) : []),
    ...differences(own.printf, source.printf),
    ...(isReordered ? [`has ${own.printf.join(' ')} in another order: number them, such as %1$s`] : []),
    ...differences(own.tags, source.tags),
  ];
}

/** Names what a list lacks, and what it has besides. */
function differences(own: readonly string[], source: readonly string[]): readonly string[] {
  const [lost, added] = [without(source, own), without(own, source)];
  if (lost.length === 1 && added.length === 1) return [`has ${added[0]} instead of ${lost[0]}`];
  return [...lost.map((one) => `lacks ${one}`), ...added.map((one) => `has ${one}, and the source does not`)];
}

function without(list: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return list.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
