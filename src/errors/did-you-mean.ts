import { closestMatch } from 'leven';

/**
 * Returns the candidate that a misspelled name most likely means, or `undefined`.
 *
 * A candidate matches if it differs by upper and lower case, by a few letters, or if one name contains the other.
 */
export function didYouMean(name: string, candidates: readonly string[]): string | undefined {
  const wanted = fold(name);
  const byFolded = new Map(candidates.map((candidate) => [fold(candidate), candidate]));
  const folded = [...byFolded.keys()];
  // The distance is computed for names only, not for whatever was used as a key.
  if (wanted.length > maxNameLength) return undefined;
  const closest = closestMatch(wanted, folded, { maxDistance: Math.max(1, Math.round(wanted.length * 0.4)) });
  const found =
    closest ??
    folded.find((candidate) => wanted.length >= 3 && candidate.includes(wanted)) ??
    folded.find((candidate) => candidate.length >= 4 && wanted.includes(candidate));
  return found === undefined ? undefined : byFolded.get(found);
}

const maxNameLength = 50;

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}
