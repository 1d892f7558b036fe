/** The scripts that some codes stand for. */
const parts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hira', 'Kana'],
  Kore: ['Hang', 'Han'],
  Hans: ['Han', 'Bopo'],
  Hant: ['Han', 'Bopo'],
};
/** Languages that are written in Latin and in Cyrillic letters. */
const inTwo = ['az', 'bs', 'kk', 'sr', 'uz'];

const patterns = new Map<string, RegExp>();

/** Returns what matches the letters of a locale. */
function lettersOf(locale: string): RegExp {
  const known = patterns.get(locale);
  if (known) return known;
  const { language, script = 'Latn' } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
  const isExplicit = /[-_][A-Z][a-z]{3}(?:[-_]|$)/.test(locale);
  const scripts = inTwo.includes(language) && !isExplicit ? ['Latn', 'Cyrl'] : (parts[script] ?? [script]);
  const pattern = new RegExp(`[${scripts.map((name) => String.raw`\p{sc=${name}}`).join('')}]`, 'u');
  patterns.set(locale, pattern);
  return pattern;
}

/** Whether a string has letters, and none of its locale's, as in swapped columns. Words of the source are names. */
export function isInOtherScript(value: string, source: string | undefined, locale: string): boolean {
  if (lettersOf(locale).test(value)) return false;
  const names = new Set(wordsOf(source ?? ''));
  return wordsOf(value).some((word) => !names.has(word));
}

function wordsOf(value: string): readonly string[] {
  return value.match(/[\p{L}\p{M}]+/gu) ?? [];
}
