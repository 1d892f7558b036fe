import { english } from '../../../shared/locale.ts';
import { nameOfInvisible } from '../../tables/invisible-characters.ts';
import type { CheckedString } from './checked-string.ts';

/**
 * What nobody sees, and no language needs: not the joiners of Persian and of emoji, variation selectors, marks of direction,
 * and what Hangul and Mongolian are filled with.
 */
const hidden = /[\u00AD\u180E\u200B\u2060-\u2064\uFEFF\uFFF9-\uFFFB\p{Cc}]/gu;
/** Scripts without spaces, where a zero-width space says where a line may break. */
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/** Returns the invisible characters that a string has and neither its source nor the service does. */
export function addedCharacters({ value, source = '', before, locale }: CheckedString): readonly string[] {
  const isKnown = (character: string): boolean =>
    (locale !== english && source.includes(character)) ||
    before?.includes(character) === true ||
    /[\t\n\r]/.test(character) ||
    (character === '\u200B' && unspaced.test(value));
  const added = new Set((value.trim().match(hidden) ?? []).filter((one) => !isKnown(one)));
  return [...added].map((one) => `has ${nameOfInvisible(one)}, which nobody sees`);
}
