import { counted } from '../../../terminal/format.ts';
import { type IdChange, idChangesOf } from './id-changes.ts';
import type { IdFormat } from './ids.ts';

/** Ids of finance to compare. */
const maxSamples = 1000;

/**
 * Says how ids that only one of the files has differ, with one of each and the flags that read them; `undefined` if nothing is
 * known that makes them equal.
 */
export function explainIds(
  ledger: readonly string[],
  finance: readonly string[],
  format: IdFormat,
): string | undefined {
  const [ours, theirs] = [new Set(ledger), new Set(finance)];
  const others = ledger.filter((id) => !theirs.has(id));
  const missing = finance.filter((id) => !ours.has(id));
  const samples = missing.slice(0, maxSamples);
  const found = idChangesOf(others, samples, format)
    .map((change) => ({ change, pairs: pairsOf(others, samples, change) }))
    .filter(({ change, pairs }) => !change.isChance || isMost(pairs.length, samples.length))
    .toSorted((a, b) => b.pairs.length - a.pairs.length);
  const [best] = found;
  const [pair] = best?.pairs ?? [];
  if (best === undefined || pair === undefined) return undefined;
  const { name, flags } = best.change;
  const head =
    missing.length === finance.length
      ? 'No id is in both files'
      : `${counted(missing.length, 'id')} of finance ${missing.length === 1 ? 'is' : 'are'} not in the ledger`;
  const example = `${shown(pair.ledger)} is ${shown(pair.finance)} in finance`;
  const advice = flags.length === 0 ? '' : `; set ${flags.join(' ')}`;
  return `${head}: they differ in ${name}: ${example}${advice}`;
}

/** One of several may look so by chance. */
function isMost(count: number, total: number): boolean {
  return 2 * count >= total && (count > 1 || total === 1);
}

/** The ids that a change makes equal. A flag reads none of them if it makes one id of two. */
function pairsOf(ledger: readonly string[], finance: readonly string[], change: IdChange) {
  const ours = new Map(ledger.map((id) => [change.ledger(id), id]));
  if (change.flags.length > 0 && ours.size < ledger.length) return [];
  return finance.flatMap((theirs) => {
    const own = ours.get(change.finance(theirs));
    return own === undefined ? [] : [{ ledger: own, finance: theirs }];
  });
}

/** Quotes an id, with the code of each character that nobody sees. */
function shown(id: string): string {
  return JSON.stringify(id).replaceAll(/[^\S ]|\p{Cf}/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `<U+${code}>`;
  });
}
