import { isLocale, localeOfName, meantLocale } from '../../shared/locale.ts';
import { UsageError } from '../terminal/command-error.ts';

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Returns the locale that is probably meant by a name: `pt_BR`, or `jp`, which is a country; `undefined` if it is one itself. */
export function suggestedLocale(name: string, known: readonly string[]): string | undefined {
  const meant = meantLocale(name) ?? localeOfName(name);
  const otherForm = known.find((locale) => locale !== name && meantLocale(locale) === meant);
  if (meant === undefined || meant !== name) return otherForm ?? meant;
  if (otherForm !== undefined) return otherForm;
  const [language = '', ...rest] = name.split('-');
  if (isName(languages, language) || !isName(regions, language.toUpperCase())) return undefined;
  return [new Intl.Locale(`und-${language.toUpperCase()}`).maximize().language, ...rest].join('-');
}

function isName(names: Intl.DisplayNames, code: string): boolean {
  try {
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}

/** What is wrong with a name that is no locale, and like none. */
export const noLocale = 'is not a locale such as de or pt-BR';

/** Returns why a name is no locale to be used; those that the service has are valid in any form. */
export function localeProblem(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const meant = suggestedLocale(name, known);
  if (meant === undefined && isLocale(name)) return undefined;
  return meant === undefined ? noLocale : `${noLocale}; did you mean ${meant}?`;
}

/** Returns locales that a flag names. @throws UsageError if one is not a locale */
export function checkLocales(flag: string, locales: readonly string[], known: readonly string[]): void {
  for (const locale of locales) {
    const problem = localeProblem(locale, known);
    if (problem !== undefined) throw new UsageError(`--${flag}: ${JSON.stringify(locale)} ${problem}`);
  }
}

/** Returns the locale of a code of two letters, in any form: `DE`, `pt_BR`. */
export function localeOfCode(name: string): string | undefined {
  return /^[a-z]{2}(?:[-_]\w+)?$/i.test(name) ? meantLocale(name) : undefined;
}

/** Returns the name of a language by which its sheet is named: a code in any form, or a name such as German. */
export function languageOf(name: string): string | undefined {
  return isLanguageName(name) ? name : localeOfCode(name);
}

/** Whether a name is that of a language: a code, or a name such as German. */
export function isLanguageName(name: string): boolean {
  return isLocale(name) || localeOfName(name) !== undefined;
}
