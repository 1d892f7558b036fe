import { english } from '../../../shared/locale.ts';
import { lostLetters } from './lost-letters.ts';
import { isMessage, placeholdersOf, withoutPlaceholders } from './placeholders.ts';
import { pluralProblems } from './plurals.ts';
import { isInOtherScript } from './script.ts';

/** Returns what is suspicious about a translation from English; `isIcu` if other strings of the store are ICU messages. */
export function checkString(
  value: string,
  source: string | undefined,
  locale: string,
  isIcu = false,
): readonly string[] {
  const [words, sourceWords] = [value, source ?? ''].map(withoutPlaceholders);
  const isOther = isInOtherScript(words ?? '', sourceWords, locale);
  const findings = [
    ...(isOther ? [`has no letter that ${locale} is written in: is it in the wrong column?`] : []),
    ...lostLetters(value, source ?? ''),
    ...(/<[a-z][^<>“”„‟«»‘’]*[“”„‟«»‘’][^<>]*>/i.test(value) ? ['has curly quotes within a tag'] : []),
  ];
  if (source === undefined || locale === english) return findings;
  if (value === source) {
    const isWord = locale.split(/[-_]/)[0] !== english && /\p{L}/u.test(words ?? '');
    return isWord ? [...findings, 'is the same as the source'] : findings;
  }
  return [
    ...findings,
    ...comparePlaceholders(value, source, locale),
    ...(isIcu && !isMessage(source) ? hiddenPlaceholders(value) : []),
    ...compareSpaces(value, source),
  ];
}

/** In an ICU message, an apostrophe before a bracket quotes it: the player sees the name. */
function hiddenPlaceholders(value: string): readonly string[] {
  const [, hidden] = /(?<!')'(\{\s*[\w.-]+\s*\})/.exec(value) ?? [];
  return hidden === undefined ? [] : [`has an apostrophe that hides ${hidden} in ICU: write ’, or two`];
}

function comparePlaceholders(value: string, original: string, locale: string): readonly string[] {
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

function compareSpaces(value: string, source: string): readonly string[] {
  const breaks = (one: string): number => one.match(/\r\n|\r|\n|\\n/g)?.length ?? 0;
  const [own, other] = [breaks(value.trim()), breaks(source.trim())];
  const isTyped = /\\n/.test(value) && !/\\n/.test(source);
  return [
    ...(isTyped ? [String.raw`has \n as two characters, which the player sees`] : []),
    ...(startOf(value) === startOf(source) ? [] : ['does not begin with the same spaces as the source']),
    ...(endOf(value) === endOf(source) ? [] : ['does not end with the same spaces as the source']),
    ...(own === other ? [] : [`has ${own} line breaks, and the source ${other}`]),
  ];
}

function startOf(value: string): string {
  return value.slice(0, value.length - value.trimStart().length);
}

function endOf(value: string): string {
  return value.slice(value.trimEnd().length);
}
