import { UsageError } from '../command-error.ts';

/** The locale that the store falls back to. */
export const english = 'en';

/** A language, and optionally a script and a country: `de`, `pt-BR`, `zh-Hans`, `es-419`. */
const form = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** Returns the locale that is meant by `de_DE` or `PT-br`; `undefined` if there is none. */
export function meantLocale(name: string): string | undefined {
  const [language = '', ...parts] = name.toLowerCase().split(/[-_]/);
  const rest = parts.map((part) =>
    part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1) : part.toUpperCase(),
  );
  const locale = [language, ...rest].join('-');
  return form.test(locale) ? locale : undefined;
}

/**
 * Checks the form of a locale; those that the service has are valid in any form.
 *
 * @param where What names it, for the message: `--locales:`.
 * @throws UsageError
 */
export function checkLocale(where: string, locale: string, known: readonly string[]): void {
  if (form.test(locale) || known.includes(locale)) return;
  const meant = meantLocale(locale);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new UsageError(`${where} ${JSON.stringify(locale)} is not a locale such as de or pt-BR${hint}`);
}

/** Reads `--locales de,fr`. @throws UsageError if one is not a locale */
export function readLocales(value: string, known: readonly string[]): readonly string[] {
  const locales = [...new Set(value.split(',').map((locale) => locale.trim()))];
  for (const locale of locales) checkLocale('--locales:', locale, known);
  return locales;
}

/** Returns locales without repetitions: English first, then in alphabetical order. */
export function sortLocales(locales: Iterable<string>): readonly string[] {
  const all = new Set(locales);
  return [...(all.delete(english) ? [english] : []), ...[...all].sort()];
}
