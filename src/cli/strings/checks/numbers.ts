import type { Translation } from './checked-string.ts';
import { differences } from './differences.ts';
import { withoutPlaceholders } from './placeholders.ts';

/** A web address has numbers of its own, as an entity has. */
const noText = /\b\w+:\/\/\S+|&#?\w+;/g;
/** China, Japan and Korea count by ten thousand, and clocks of half a day are written in other numbers. */
const isOtherCount = /\d\s?[万萬億亿千만억천]/u;
const isHalfDay = /\d\s?[ap]\.?m\b/i;

/** One with thousands is one number. */
const number = /(?<!\p{Nd})\p{Nd}{1,3}(?:[ .,'’]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+/gu;

/** Returns the numbers that a translation has instead of others; words for numbers, and separators, may be other ones. */
export function changedNumbers({ value, source }: Translation): readonly string[] {
  if (isOtherCount.test(value) || isHalfDay.test(source) || isHalfDay.test(value)) return [];
  const [own, wanted] = [value, source].map(numbersIn);
  if (!own || !wanted || digitsOf(own) === digitsOf(wanted)) return [];
  return differences(own.map(withoutZeros), wanted.map(withoutZeros)).filter((one) =>
    one.includes(' instead of '),
  );
}

function numbersIn(text: string): readonly string[] {
  const words = withoutPlaceholders(text.replaceAll(noText, ' ')).normalize('NFKC');
  return (words.match(number) ?? []).map((one) =>
    Array.from(one.replaceAll(/\P{Nd}/gu, ''), digitOf).join(''),
  );
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '');
}

/** Returns a digit of any script as one of ours: those of a script follow each other. */
function digitOf(digit: string): string {
  let value = 0;
  for (
    let code = (digit.codePointAt(0) ?? 0) - 1;
    value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code));
    code -= 1
  )
    value += 1;
  return String(value);
}

/** Whatever separates them: 10/31 may be 31.10., and 1,000 be 1000. */
function digitsOf(numbers: readonly string[]): string {
  return Array.from(numbers.join('')).sort().join('');
}
