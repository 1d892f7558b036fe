/** A parsed JSON body, or why it could not be parsed. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly problem: BodyProblem;
    };

/** Why a body could not be parsed as JSON. */
export type BodyProblem = 'empty' | 'not UTF-8' | 'HTML' | 'not JSON' | 'nested over 100 levels';

/** Parses a body as strict UTF-8 and JSON of at most 100 levels; a byte-order mark and any content type are allowed. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const text = decode(bytes);
  if (text === undefined) return { ok: false, problem: 'not UTF-8' };
  if (text === '') return { ok: false, problem: 'empty' };
  if (/^\s*</.test(text)) return { ok: false, problem: 'HTML' };
  try {
    const value: unknown = JSON.parse(text);
    return isNestedOver(maxNesting, value)
      ? { ok: false, problem: 'nested over 100 levels' }
      : { ok: true, value };
  } catch {
    return { ok: false, problem: 'not JSON' };
  }
}

/** Ten times the documented depth; validating, redacting or printing what is far deeper would overflow the stack. */
const maxNesting = 100;

function isNestedOver(levels: number, value: unknown): boolean {
  if (!isObject(value)) return false;
  if (levels === 0) return true;
  // Every value of a response is looked at, so nothing is created, and scalars are not passed on.
  if (Array.isArray(value)) {
    for (const element of value) if (isObject(element) && isNestedOver(levels - 1, element)) return true;
    return false;
  }
  for (const key in value) {
    const field = value[key];
    if (isObject(field) && isNestedOver(levels - 1, field)) return true;
  }
  return false;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 without its byte-order mark; returns `undefined` if it is invalid. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
