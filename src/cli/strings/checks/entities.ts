import type { Translation } from './checked-string.ts';

/** `&amp;`, `&#39;`, `&#x27;`. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi;
/** One whose `&` became an entity itself. */
const twice = /&amp;(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi;

/**
 * Returns the entities of HTML that a translation has and its source does not, as machine translation returns them. A source
 * with entities is HTML, which only ones that were encoded twice are wrong in.
 */
export function addedEntities({ value, source }: Translation): readonly string[] {
  const again = new Set(source.match(twice));
  const encoded = (value.match(twice) ?? []).filter((one) => !again.has(one));
  if (encoded.length > 0) return unique(encoded).map((one) => `has ${one}, an entity that was encoded twice`);
  if (source.search(entity) >= 0) return [];
  return unique(value.match(entity) ?? []).map((one) => `has the entity ${one}, and the source has none`);
}

function unique(entities: readonly string[]): readonly string[] {
  return [...new Set(entities)];
}
