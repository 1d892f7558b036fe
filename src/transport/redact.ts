const replacement = '[token]';

/**
 * A JSON value in which a token that the service echoed is made unreadable.
 *
 * Tokens of less than eight characters are left: they would be ordinary words, and hiding those garbles messages.
 */
export function redact(value: unknown, token: string): unknown {
  if (token.length < 8) return value;
  if (typeof value === 'string') return value.replaceAll(token, replacement);
  if (Array.isArray(value)) return value.map((element) => redact(element, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll(token, replacement), redact(inner, token)]),
  );
}
