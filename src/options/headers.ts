/** All headers in one, their names in lower case; of two that HTTP holds for the same, the later wins. */
export function mergeHeaders(...layers: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) headers.set(name, value);
  return Object.fromEntries(headers);
}
