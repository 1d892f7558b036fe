import { isNestedTooDeep } from './nesting.ts';

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
  if (isNestedTooDeep(text)) return { ok: false, problem: 'nested over 100 levels' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, problem: 'not JSON' };
  }
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
