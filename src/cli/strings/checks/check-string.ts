import { english } from '../../../shared/locale.ts';
import type { Finding } from '../../changes/finding.ts';
import type { CheckedString, Translation } from './checked-string.ts';
import { comparePlaceholders, hiddenPlaceholders, splitMarks } from './compare-placeholders.ts';
import { addedEntities } from './entities.ts';
import { addedCharacters } from './hidden-characters.ts';
import { lostLetters } from './lost-letters.ts';
import { changedNumbers } from './numbers.ts';
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

/** Those whose findings good translations have, too. */
const ofLowRank: typeof ofTranslations = [changedNumbers];

/** Returns what is suspicious about a string. */
export function checkString(string: CheckedString): readonly Pick<Finding, 'message' | 'rank'>[] {
  const { value, source, locale } = string;
  const translation = source === undefined || locale === english ? undefined : { ...string, source };
  const isSame = value === source;
  const found = [
    ...ofAll.flatMap((check) => check(string)),
    ...(translation && isSame ? sameAsSource(value, locale) : []),
    ...(translation && !isSame ? ofTranslations.flatMap((check) => check(translation)) : []),
  ];
  const low = translation && !isSame ? ofLowRank.flatMap((check) => check(translation)) : [];
  return [
    ...found.map((message) => ({ message })),
    ...low.map((message) => ({ message, rank: 'low' as const })),
  ];
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
