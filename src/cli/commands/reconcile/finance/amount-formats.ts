import {
  type AmountFormat,
  negativeForms,
  triangles,
  thousandsPatterns,
  thousandsSeparators,
} from '../../../tables/amounts.ts';

/** Returns how some amounts may be written: with each separator, and with the symbols, signs and words that they have. */
export function amountFormats(current: AmountFormat, amounts: readonly string[]): readonly AmountFormat[] {
  if (current.unit === 'minor') return [];
  const words = mostCommon(amounts.flatMap((text) => text.match(word) ?? []));
  const [symbol] = mostCommon(amounts.flatMap(symbolOf));
  // `kr.50` may be 50 or 0.50.
  const found = [undefined, symbol, symbol?.replace('.', ''), words.find(isCurrency)];
  const symbols = current.symbol === undefined ? found : [current.symbol];
  const signs = signsOf(
    current,
    amounts,
    words.filter((word) => !isCurrency(word)),
  );
  return separatorsOf(amounts).flatMap((separators) =>
    [...new Set(symbols)].flatMap((one) =>
      signs.map((sign) => ({ unit: 'major', ...separators, symbol: one, ...sign }) as const),
    ),
  );
}

/** The decimal separators, each without a separator of thousands and with those that the amounts have. */
function separatorsOf(amounts: readonly string[]) {
  const present = thousandsSeparators.filter((one) => {
    const pattern = new RegExp(`\\d${thousandsPatterns[one]}\\d{3}`);
    return amounts.some((text) => pattern.test(text));
  });
  return [undefined, ...present].flatMap((thousands) =>
    (['.', ','] as const)
      .filter((decimal) => decimal !== thousands)
      .map((decimal) => ({ decimal, thousands })),
  );
}

/** A sign of a currency, or an abbreviation. */
const word = /\p{L}+(?:\p{Sc}|\.)?|\p{Sc}/gu;

/** A currency symbol or code before or after a number, whose sign may be between them. */
const symbolPattern =
  /^[-\u2212(<]?\s*(\p{L}*\p{Sc}|\p{L}+\.?)[-\u2212(<\s]*[.,]?\d|\d[-\u2212)>\s]*([\p{L}\p{Sc}]+)[-\u2212)>]?$/u;

function symbolOf(text: string): string[] {
  const [, before, after = before] = symbolPattern.exec(text) ?? [];
  return after === undefined ? [] : [after];
}

function isCurrency(word: string): boolean {
  return /\p{Sc}/u.test(word) || Intl.supportedValuesOf('currency').includes(word);
}

/** The strings, most frequent first. */
function mostCommon(strings: readonly string[]): readonly string[] {
  const counts = Map.groupBy(strings, (text) => text);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length).map(([text]) => text);
}

type Signs = Pick<AmountFormat, 'negative' | 'positive'>;

const formPatterns = {
  trailing: /\d[^\d\-+\u2010-\u2015\u2212]*[-+\u2010-\u2015\u2212]\D*$/,
  parentheses: /^[^\d(]*\(.*\)[^\d)]*$/,
  'angle-brackets': /^[^\d<]*<.*>[^\d>]*$/,
} as const;

/** The current signs, with a form that is missing, and with one or two words, either of which may be the negative one. */
function signsOf(
  { negative, positive }: AmountFormat,
  amounts: readonly string[],
  words: readonly string[],
): readonly Signs[] {
  const form = negativeForms.find((one) => amounts.some((text) => formPatterns[one].test(text)));
  const triangle = triangles.find((one) => amounts.some((text) => text.includes(one)));
  const [first, second, ...others] = words;
  const added: Signs[] = [form, triangle].flatMap((one) => (one === undefined ? [] : [{ negative: [one] }]));
  if (first !== undefined && second === undefined) added.push({ negative: [first] });
  if (first !== undefined && second !== undefined && others.length === 0)
    added.push({ negative: [second], positive: [first] }, { negative: [first], positive: [second] });
  return [
    { negative, positive },
    ...added.map((signs) => ({
      negative: [...new Set([...(negative ?? []), ...(signs.negative ?? [])])],
      positive: signs.positive ?? positive,
    })),
  ];
}
