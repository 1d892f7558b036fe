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

/** Locales whose names are not only that of a language: `Brazilian Portuguese`, `Chinese (Simplified)`. */
const dialects =
  'de-AT de-CH en-AU en-CA en-GB en-US es-419 es-ES es-MX fr-CA fr-CH nl-BE pt-BR pt-PT zh-Hans zh-Hant zh-HK zh-TW';

let localesByName: ReadonlyMap<string, string> | undefined;

/** Returns the locale that is meant by the name of a language, in English or its own: `German`, `Deutsch`. */
export function localeOfName(name: string): string | undefined {
  localesByName ??= readNames();
  return localesByName.get(name.trim().toLowerCase());
}

function readNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const locale of [...codesOfTwo('a'), 'fil', ...dialects.split(' ')]) {
    // Codes that were replaced have the name of the one that is in use.
    if (Intl.getCanonicalLocales(locale)[0] !== locale) continue;
    for (const language of ['en', locale]) {
      for (const languageDisplay of ['dialect', 'standard'] as const) {
        const options = { type: 'language', languageDisplay, fallback: 'none' } as const;
        const name = new Intl.DisplayNames(language, options).of(locale)?.toLowerCase();
        if (name !== undefined && !names.has(name)) names.set(name, locale);
      }
    }
  }
  return names;
}

/** Returns the country that is meant by `br` or `Brazil`; `undefined` if there is none. */
export function meantCountry(name: string): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const wanted = name.trim().toLowerCase();
  return codesOfTwo('A').find((code) => [code, names.of(code)].some((one) => one?.toLowerCase() === wanted));
}

/** All codes of two letters, from `aa` to `zz` or from `AA` to `ZZ`. */
function codesOfTwo(first: 'a' | 'A'): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index));
  return letters.flatMap((one) => letters.map((other) => one + other));
}
