/** Returns a key as people read it: without the spaces and the capital letters that make another key of it. */
export function plainKey(key: string): string {
  return key
    .normalize('NFKC')
    .replaceAll(/[\s\u200B-\u200D\u2060\uFEFF]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Returns pairs of different keys that look alike: for each of some keys, another one. */
export function similarKeys(some: Iterable<string>, all: Iterable<string>): ReadonlyMap<string, string> {
  const byPlain = Map.groupBy(all, plainKey);
  const pairs = [...some].flatMap((key) => {
    const other = byPlain.get(plainKey(key))?.find((one) => one !== key);
    return other === undefined ? [] : [[key, other] as const];
  });
  return new Map(pairs);
}
