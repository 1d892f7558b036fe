/** Scripts that are written from right to left, by their ISO 15924 codes. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** The BCP 47 language tag of a locale code, which may be written with an underscore; English if it is not one. */
export function languageTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** The language to format amounts and dates in. Without it, what `Intl` does not know depends on the machine. */
export function formatTag(tag: string): string {
  return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? 'en';
}

/** Direction of writing of a language. Not read from `Intl`, since not every runtime has it. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
}
