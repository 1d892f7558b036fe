/** A way in which programs change ids, and what is left of an id without it. */
const changes: readonly (readonly [name: string, reduce: (id: string) => string])[] = [
  ['upper and lower case', (id) => id.toLowerCase()],
  ['leading zeros, which finance has lost', withoutZeros],
  [
    'decimals: finance has a number (and has lost leading zeros)',
    (id) => withoutZeros(id.replace(/[.,]0+$/, '')),
  ],
  ['scientific notation, which has lost digits', scientific],
];

/** Says how the ids of both files differ, with one of each; `undefined` if nothing is known that makes them equal. */
export function explainIds(ledger: readonly string[], finance: readonly string[]): string | undefined {
  for (const [name, reduce] of changes) {
    const ours = new Map(ledger.map((id) => [reduce(id), id]));
    const theirs = finance.find((id) => ours.has(reduce(id)) && ours.get(reduce(id)) !== id);
    if (theirs === undefined) continue;
    const own = ours.get(reduce(theirs)) ?? '';
    return `No id is in both files: they differ in ${name}: ${JSON.stringify(own)} is ${JSON.stringify(theirs)} in finance`;
  }
  return undefined;
}

function withoutZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '');
}

/** Spreadsheets show six digits of a long number. */
function scientific(id: string): string {
  const isLong = /^\d{12,}$/.test(id) || /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id);
  return isLong ? Number(id.replace(',', '.')).toExponential(2) : id;
}

/** A spreadsheet keeps so many digits of a number. */
const keptDigits = 15;

/** Long ids of the ledger by what a spreadsheet makes of them. */
export class RoundedIds {
  readonly #originals = new Map<string, string>();

  add(id: string): void {
    const rounded = /^\d+$/.test(id) ? id.slice(0, keptDigits).padEnd(id.length, '0') : id;
    if (rounded !== id) this.#originals.set(rounded, id);
  }

  /** The id of the ledger that this one may have been; it cannot be told from another one that has its digits. */
  originalOf(id: string): string | undefined {
    return this.#originals.get(id);
  }
}
