/** The locale that the service falls back to. */
export const english = 'en';

/** A language, and optionally a script and a country or region: `de`, `pt-BR`, `zh-Hans`, `es-419`. */
const form = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** Whether a text is the code of a locale (§2.3). Its parts may also be joined by `_`: the separator is not documented. */
export function isLocale(text: string): boolean {
  return form.test(text.replaceAll('_', '-'));
}

/** Returns the locale that is meant by `de_DE` or `PT-br`, written with hyphens; `undefined` if there is none. */
export function meantLocale(name: string): string | undefined {
  const [language = '', ...parts] = name.toLowerCase().split(/[-_]/);
  const rest = parts.map((part) =>
    part.length === 4 ? part.charAt(0).toUpperCase() + part.slice(1) : part.toUpperCase(),
  );
  const locale = [language, ...rest].join('-');
  return isLocale(locale) ? locale : undefined;
}
