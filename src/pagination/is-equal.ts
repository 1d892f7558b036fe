/** Whether two JSON values are equal, in any order of their fields; without recursion, since values may be deep. */
export function isEqual(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const fields = new Map(Object.entries(b));
    const entries = Object.entries(a);
    if (entries.length !== fields.size) return false;
    for (const [key, value] of entries) {
      if (!fields.has(key)) return false;
      pairs.push([value, fields.get(key)]);
    }
  }
  return true;
}
