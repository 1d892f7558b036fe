import type { Translation } from './checked-string.ts';
import { differences } from './differences.ts';
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
    !own.printf.some(isNumbered);
  const names = differences([...own.named], [...source.named]);
  return [
    ...names,
    ...(names.length === 0 ? pluralProblems(own.elements ?? [], locale) : []),
    ...differences(own.printf, own.printf.some(isNumbered) ? numbered(source.printf) : source.printf),
    ...(isReordered ? [`has ${own.printf.join(' ')} in another order: number them, such as %1$s`] : []),
  ];
}

function isNumbered(printf: string): boolean {
  return printf.includes('$');
}

/** Numbers placeholders of printf in their order, as a translation with another order has to. */
function numbered(all: readonly string[]): readonly string[] {
  return all.map((one, index) => (isNumbered(one) ? one : one.replace('%', () => `%${index + 1}$`)));
}

/** What marks a name as one, as in `${name}` or `%{name}`. */
const marked = /([$%])(\{\s*[\w.-]+\s*\})/g;

/** Machine translation takes the mark of a name for a sign of its own: `$ {name}`. */
export function splitMarks({ value, source }: Translation): readonly string[] {
  return [...new Map([...source.matchAll(marked)].map((found) => [found[0], found]))].flatMap(
    ([whole, [, mark = '', name = '']]) => {
      if (value.includes(whole) || !value.includes(name)) return [];
      const before = value.slice(0, value.indexOf(name));
      const isApart = before.trimEnd().endsWith(mark);
      // A dollar may also stand behind an amount.
      if (!isApart && value.includes(mark)) return [];
      return [`has ${isApart ? `${mark} ` : ''}${name} instead of ${whole}`];
    },
  );
}
