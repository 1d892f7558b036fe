import { escaped, shapeOf } from './id-shape.ts';
import type { IdFormat } from './ids.ts';

/** A way in which programs change ids. */
export interface IdChange {
  /** What ids differ in by it. */
  readonly name: string;
  /** The flags that read such ids; without any, no flag does. */
  readonly flags: readonly string[];
  /** Whether two ids may look so by chance. */
  readonly isChance?: boolean;
  /** What is left of an id of each file: equal if they are the same. */
  readonly ledger: (id: string) => string;
  readonly finance: (id: string) => string;
}

const same = (id: string): string => id;
const lower = (id: string): string => id.toLowerCase();

/** Returns the changes that ids may have which only one of the files has; those with fewer flags first. */
export function idChangesOf(
  ledger: readonly string[],
  finance: readonly string[],
  format: IdFormat,
): readonly IdChange[] {
  const inOneCase = (fold: typeof same): (IdChange | undefined)[] => [
    format.idLength === undefined ? cutOf(finance) : undefined,
    addedOf(affixesOf(finance, ledger, fold), format),
    lostOf(affixesOf(ledger, finance, fold)),
  ];
  const without = (name: string, reduce: typeof same): IdChange => ({
    ...{ name, flags: [], ledger: reduce, finance: reduce },
  });
  const inAnyCase = { ...without(cases, lower), flags: ['--id-ignore-case'] };
  return [
    ...(format.idIgnoreCase ? [] : [inAnyCase]),
    without('leading zeros, which finance has lost', withoutZeros),
    without('decimals: finance has a number (and has lost leading zeros)', (id) =>
      withoutZeros(id.replace(/[.,]0+$/, '')),
    ),
    {
      name: 'scientific notation, which has lost digits',
      flags: [],
      ledger: (id) => (/^\d{12,}$/.test(id) ? shortened(id) : id),
      finance: (id) => (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(id) ? shortened(id) : id),
    },
    without('spaces, or characters that nobody sees', (id) => id.replaceAll(/[\s\p{Cf}]/gu, '')),
    ...[...inOneCase(same), withinOf(ledger, format)].filter((change) => change !== undefined),
    ...inOneCase(lower).flatMap((change) =>
      change === undefined || format.idIgnoreCase ? [] : [folded(change)],
    ),
  ];
}

const cases = 'upper and lower case';

/** The same change, of ids that differ in upper and lower case too. */
function folded({ name, flags, ledger, finance, ...change }: IdChange): IdChange {
  return {
    ...change,
    name: `${cases}, and in ${name}`,
    flags: ['--id-ignore-case', ...flags],
    ledger: (id) => lower(ledger(id)),
    finance: (id) => lower(finance(id)),
  };
}

/** Finance may have as many characters of each id as most of its ids have. */
function cutOf(finance: readonly string[]): IdChange | undefined {
  const [most] = [...Map.groupBy(finance, (id) => id.length)].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return undefined;
  const [length] = most;
  return {
    name: `length: finance has ${length} characters`,
    flags: [`--id-length ${length}`],
    isChance: true,
    ledger: (id) => id.slice(0, length),
    finance: same,
  };
}

/** What is before and after an id. */
interface Affixes {
  readonly before: string;
  readonly after: string;
}

function addedOf(affixes: Affixes | undefined, { idPattern }: IdFormat): IdChange | undefined {
  if (affixes === undefined) return undefined;
  const { before, after } = affixes;
  const beginning = before === '' ? '' : `^${optional(before)}`;
  const pattern = after === '' ? `${beginning}(.*)` : `${beginning}(.*?)${optional(after)}$`;
  const canWrite = idPattern === undefined && !pattern.includes("'");
  return {
    name: `${describe(affixes)}, which finance has besides`,
    flags: canWrite ? [`--id-pattern '${pattern}'`] : [],
    isChance: true,
    ledger: same,
    finance: (id) => withoutAffixes(id, affixes),
  };
}

/** Returns the pattern of an optional string. */
function optional(text: string): string {
  return text.length === 1 ? `${escaped(text)}?` : `(?:${escaped(text)})?`;
}

/** The text around an id may be another one in each row, such as the name of the item. */
function withinOf(ledger: readonly string[], { idPattern }: IdFormat): IdChange | undefined {
  const shape = idPattern === undefined ? shapeOf(ledger) : undefined;
  if (shape === undefined || shape.includes("'")) return undefined;
  const pattern = String.raw`\b(${shape})\b`;
  const expression = new RegExp(pattern, 'u');
  return {
    name: 'the text around it, which finance has besides',
    flags: [`--id-pattern '${pattern}'`],
    isChance: true,
    ledger: same,
    finance: (id) => expression.exec(id)?.[1] ?? id,
  };
}

function lostOf(affixes: Affixes | undefined): IdChange | undefined {
  return (
    affixes && {
      name: `${describe(affixes)}, which finance lacks`,
      flags: [],
      isChance: true,
      ledger: (id) => withoutAffixes(id, affixes),
      finance: same,
    }
  );
}

function describe({ before, after }: Affixes): string {
  const [first, last] = [before, after].map((text) => JSON.stringify(text));
  if (after === '') return `${first} at the beginning`;
  return before === '' ? `${last} at the end` : `${first} and ${last} around it`;
}

function withoutAffixes(id: string, { before, after }: Affixes): string {
  const rest = id.startsWith(before) ? id.slice(before.length) : id;
  return rest.endsWith(after) ? rest.slice(0, rest.length - after.length) : rest;
}

/** Ids that these are looked for in, the longest of them, and what is left of one at least. */
const [maxTried, maxLength, minLength] = [20, 100, 4];

/** Returns what the first id that has one of the others within it has before and after that. */
function affixesOf(
  long: readonly string[],
  short: readonly string[],
  fold: typeof same,
): Affixes | undefined {
  const others = new Set(short.map(fold));
  for (const id of long.slice(0, maxTried).filter(({ length }) => length <= maxLength)) {
    for (let length = id.length - 1; length >= minLength; length -= 1) {
      for (let start = 0; start + length <= id.length; start += 1) {
        const end = start + length;
        if (others.has(fold(id.slice(start, end))))
          return { before: id.slice(0, start), after: id.slice(end) };
      }
    }
  }
  return undefined;
}

function withoutZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '');
}

/** Spreadsheets show six digits of a long number. */
function shortened(number: string): string {
  return Number(number.replace(',', '.')).toExponential(2);
}
