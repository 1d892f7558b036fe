import { nameOfInvisible } from '../../tables/invisible-characters.ts';
import { isMonthName } from '../../tables/month-names.ts';

/** What nobody sees, or tells from nothing. */
const invisible = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;
/** Scripts that share the shapes of letters: a Cyrillic А is no Latin A. */
const alike = {
  Latin: /\p{sc=Latn}/u,
  Greek: /\p{sc=Grek}/u,
  Cyrillic: /\p{sc=Cyrl}/u,
  Armenian: /\p{sc=Armn}/u,
  Cherokee: /\p{sc=Cher}/u,
};

/** Returns what is suspicious about the name of a code, which nobody can take back; `undefined` if nothing is. */
export function findingOfName(name: string): string | undefined {
  if (isDate(name)) return 'is a date, which a spreadsheet makes of a code such as MAR10';
  if (/^\d(?:[.,]\d+)?E[+-]\d+$/i.test(name))
    return 'is a rounded number, which a spreadsheet makes of a code such as 1E10 or of many digits';
  if (/^['‘’`´]/.test(name)) return `begins with ${name.charAt(0)}, by which a spreadsheet marks text`;
  const [hidden] = invisible.exec(name) ?? [];
  if (hidden !== undefined) return `has ${nameOfInvisible(hidden)}, which players do not see`;
  const mixed = Object.entries(alike).flatMap(([script, letter]) => {
    const [found] = letter.exec(name) ?? [];
    return found === undefined ? [] : [`${script} (${found})`];
  });
  if (mixed.length > 1) return `has letters that look alike, and are others: ${mixed.join(' and ')}`;
  const typed = name.normalize('NFKC');
  return typed === name ? undefined : `is not what players type, which is ${typed}`;
}

/** Whether a name is a date as a spreadsheet shows it: `10-Mar`, `10. Mrz`, `Mar 26`, `3月10日`, `2026-03-10 00:00:00`. */
function isDate(name: string): boolean {
  if (/^\d{1,2}[月월]\s?\d{1,2}[日일]$/u.test(name)) return true;
  const parts = name
    .replace(/[ T]\d\d:\d\d(?::\d\d)?$/, '')
    .split(/[-/.\s]+/)
    .filter((part) => part !== '');
  const words = parts.filter((part) => !/^(?:\d{1,2}|\d{4})$/.test(part));
  const [month = ''] = words;
  if (words.length === 0) return parts.length === 3 && parts.some((part) => part.length === 4);
  // People type codes in capital letters; no spreadsheet writes a month so.
  const isMonth = words.length === 1 && month !== month.toUpperCase() && isMonthName(month);
  return isMonth && (parts.length === 2 || parts.length === 3);
}
