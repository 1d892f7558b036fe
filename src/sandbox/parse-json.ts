/** What a text says in JSON; `undefined`, which JSON cannot say, where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
