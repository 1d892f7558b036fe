import { english } from '../../../shared/locale.ts';
import type { CheckedString, Translation } from './checked-string.ts';
import { comparePlaceholders, hiddenPlaceholders, splitMarks } from './compare-placeholders.ts';
import { addedEntities } from './entities.ts';
import { addedCharacters } from './hidden-characters.ts';
import { lostLetters } from './lost-letters.ts';
import { withoutPlaceholders } from './placeholders.ts';
import { isInOtherScript } from './script.ts';
import { compareSpaces } from './spaces.ts';
import { compareTags } from './tags.ts';

/** The checks of any string. */
const ofAll: readonly ((string: CheckedString) => readonly string[])[] = [
  otherScript,
  ({ value, source = '' }) => lostLetters(value, source),
  addedCharacters,
  ({ value }) =>
    /<[a-z][^<>“”„‟«»‘’]*[“”„‟«»‘’][^<>]*>/i.test(value) ? ['has curly quotes within a tag'] : [],
];

/** The checks of a translation that is not the same as its source. */
const ofTranslations: readonly ((string: Translation) => readonly string[])[] = [
  comparePlaceholders,
  splitMarks,
  compareTags,
  hiddenPlaceholders,
  addedEntities,
  compareSpaces,
];

/** Returns what is suspicious about a string. */
export function checkString(string: CheckedString): readonly string[] {
  const { value, source, locale } = string;
  const findings = ofAll.flatMap((check) => check(string));
  if (source === undefined || locale === english) return findings;
  const compared = value === source ? sameAsSource(value, locale) : [];
  const checks = value === source ? [] : ofTranslations;
  return [...findings, ...compared, ...checks.flatMap((check) => check({ ...string, source }))];
}

function otherScript({ value, source = '', locale }: CheckedString): readonly string[] {
  return isInOtherScript(withoutPlaceholders(value), withoutPlaceholders(source), locale)
    ? [`has no letter that ${locale} is written in: is it in the wrong column?`]
    : [];
}

function sameAsSource(value: string, locale: string): readonly string[] {
  const isWord = locale.split(/[-_]/)[0] !== english && /\p{L}/u.test(withoutPlaceholders(value));
  return isWord ? ['is the same as the source'] : [];
}
