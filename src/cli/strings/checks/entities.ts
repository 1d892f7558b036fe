import type { Translation } from './checked-string.ts';

/** `&amp;`, `&#39;`, `&#x27;`. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi;
/** One whose `&` became an entity itself. */
const twice = /&amp;(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi;

const common = String.raw`(?:#\d{1,7}|lt|gt|amp|quot|apos|nbsp)`;
/** One that has a space or a capital letter, or lost its `;`: `& amp;`, `&nbsp ;`, `&Quot;`, `&lt`. */
const damaged = new RegExp(
  String.raw`& ?${common} ;|& ${common};|&(?:Lt|Gt|Amp|Quot|Apos|Nbsp);|&(?:lt|gt|amp|quot|nbsp)(?![\w;=])`,
  'g',
);

/**
 * Returns the entities of HTML that a translation has and its source does not, as machine translation returns them. A source
 * with entities is HTML, which only ones that were damaged or encoded twice are wrong in.
 */
export function addedEntities({ value, source }: Translation): readonly string[] {
  const added = (pattern: RegExp): readonly string[] => {
    const known = new Set(source.match(pattern));
    return unique(value.match(pattern) ?? []).filter((one) => !known.has(one));
  };
  const [encoded, broken] = [added(twice), added(damaged)];
  if (encoded.length > 0) return encoded.map((one) => `has ${one}, an entity that was encoded twice`);
  if (broken.length > 0) return broken.map((one) => `has ${one}, a damaged entity`);
  if (source.search(entity) >= 0) return [];
  return unique(value.match(entity) ?? []).map((one) => `has the entity ${one}, and the source has none`);
}

function unique(entities: readonly string[]): readonly string[] {
  return [...new Set(entities)];
}
