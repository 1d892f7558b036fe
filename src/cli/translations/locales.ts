import { english, localeOfName, meantLocale } from '../../shared/locale.ts';
import { UsageError } from '../command-error.ts';

/**
 * Checks the form of a locale, with hyphens; those that the service has are valid in any form.
 *
 * @param where What names it, for the message: `--locales:`.
 * @throws UsageError
 */
export function checkLocale(where: string, locale: string, known: readonly string[]): void {
  const meant = meantLocale(locale) ?? localeOfName(locale);
  if (meant === locale || known.includes(locale)) return;
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
