/** The months from 1 by their names in a language, in lower case. */
type MonthNames = ReadonlyMap<string, number>;

/** Names that programs write and `Intl` does not know: German Windows has Mrz. */
const otherNames: Readonly<Record<string, Readonly<Record<string, number>>>> = { de: { mrz: 3 } };

/** A shorter beginning of a name says too little. */
const minLength = 3;

/** Whether `Intl` knows a language. */
export function isLanguage(language: string): boolean {
  return /^[a-z]{2,3}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
}

/** Returns the names of months in a language: long and short ones, alone and in dates, and their unambiguous beginnings. */
function monthNames(language: string): MonthNames {
  const names = new Map<string, number>();
  const beginnings = new Map<string, number | undefined>();
  for (const name of ['long', 'short'] as const) {
    for (const others of [{}, { day: 'numeric', year: 'numeric' }] as const) {
      const locale = `${language}-u-ca-gregory-nu-latn`;
      const format = new Intl.DateTimeFormat(locale, { month: name, timeZone: 'UTC', ...others });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const text = inLowerCase(parts.find(({ type }) => type === 'month')?.value ?? '').replace(/\.$/, '');
        if (!/^[\p{L}\p{M}]+$/u.test(text)) continue;
        names.set(text, month);
        for (let length = minLength; length < text.length; length += 1) {
          const beginning = text.slice(0, length);
          const isOther = beginnings.has(beginning) && beginnings.get(beginning) !== month;
          beginnings.set(beginning, isOther ? undefined : month);
        }
      }
    }
  }
  const unambiguous = [...beginnings].flatMap(([text, month]) =>
    month === undefined ? [] : [[text, month] as const],
  );
  return new Map([...unambiguous, ...names, ...Object.entries(otherNames[language] ?? {})]);
}

const english = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns a function that writes the name of a month in English; `undefined` for a text without any. A period after it is of
 * the name, unless it separates.
 */
export function createTranslator(
  language: string,
  isSeparator: boolean,
): (text: string) => string | undefined {
  const names = monthNames(language);
  return (text) => {
    for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
      const month = names.get(inLowerCase(word));
      const written = isSeparator ? word : new RegExp(`${word}\\.?`, 'u');
      if (month !== undefined) return text.replace(written, english[month - 1] ?? '');
    }
    return undefined;
  };
}

let allNames: ReadonlySet<string> | undefined;

/** Whether a word is a month, or the beginning of one, in a language that many people use: `Mar`, `Mrz`, `мар`. */
export function isMonthName(word: string): boolean {
  allNames ??= new Set(common.flatMap((language) => [...monthNames(language).keys()]));
  return allNames.has(inLowerCase(word));
}

function inLowerCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The most spoken languages of people who write dates in words; of several that agree, one of these is named. */
const common = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'hr',
  'sv',
  'da',
  'fi',
  'tr',
  'hu',
  'ro',
  'ru',
];

/** Returns the languages that have all of these names, one for each reading of them: `lis` is October or November. */
export function languagesOf(words: readonly string[]): readonly string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const readings = new Map<string, string>();
  for (const language of new Set([...common, ...pairs.filter(isLanguage)])) {
    const names = monthNames(language);
    const months = words.map((word) => names.get(inLowerCase(word)));
    const reading = months.join();
    if (!months.includes(undefined) && !readings.has(reading)) readings.set(reading, language);
  }
  return [...readings.values()];
}
