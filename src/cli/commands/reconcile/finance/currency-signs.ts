import type { Problem } from '../../../tables/amounts.ts';

/** The currency of each sign of en-US: `$` is USD, `CA$` is CAD; `undefined` for one that several currencies share. */
let signs: ReadonlyMap<string, string | undefined> | undefined;

function currencyOf(sign: string): string | undefined {
  signs ??= readSigns();
  const code = sign.toUpperCase();
  return signs.get(sign) ?? (/^[A-Z]{3}$/.test(code) ? code : undefined);
}

function readSigns(): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const currency of Intl.supportedValuesOf('currency')) {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
    found.set(sign, found.has(sign) ? undefined : currency);
  }
  return found;
}

/** A currency, as a spreadsheet or an accounting system writes it. Without the spaces around it: of a cell with many of them, a pattern would try each. */
const currency = /[\p{L}\p{Sc}][\p{L}\p{Sc}.]*/gu;

/**
 * Takes the currency out of an amount such as `-CA$9.99` or `9.99 EUR`; without any, `code` is empty.
 *
 * @param others Words of the amount that are none, such as DR.
 */
export function takeCurrency(
  cell: string,
  others: readonly string[],
): { readonly rest: string; readonly code: string } | Problem {
  const words = [...cell.matchAll(currency)];
  const found = words.find(([word]) => !others.includes(word));
  if (found === undefined) return { rest: cell, code: '' };
  const [sign] = found;
  const code = currencyOf(sign);
  const [before, after] = [cell.slice(0, found.index), cell.slice(found.index + sign.length)];
  if (code !== undefined) return { rest: `${before.trimEnd()} ${after.trimStart()}`, code };
  const message = `the sign ${JSON.stringify(sign)} of the amount ${JSON.stringify(cell)} is not that of one currency`;
  return { reason: 'currencies', message };
}
