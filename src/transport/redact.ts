const replacement = '[token]';
const deepest = 100;

/**
 * A JSON value in which a token that the service echoed is made unreadable.
 *
 * Tokens of less than eight characters are left: they would be ordinary words, and hiding those garbles messages.
 * What is nested deeper than any documented body is dropped: a printer of the error would run out of stack on it.
 */
export function redact(value: unknown, token: string, depth = 0): unknown {
  if (depth > deepest) return undefined;
  if (typeof value === 'string') return hide(value, token);
  if (Array.isArray(value)) return value.map((element) => redact(element, token, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [hide(key, token), redact(inner, token, depth + 1)]),
  );
}

function hide(text: string, token: string): string {
  return token.length < 8 ? text : text.replaceAll(token, replacement);
}
