import type { Issue } from '../errors/index.ts';

/** A path that cannot escape the base URL, or the issues of its parameters. */
export type BuiltPath = { readonly path: string } | { readonly issues: readonly Issue[] };

/** Replaces each `:name` in a path template by exactly one encoded segment. */
export function buildPath(template: string, params: Readonly<Record<string, unknown>>): BuiltPath {
  const issues: Issue[] = [];
  const segments = template.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    const name = part.slice(1);
    const segment = encodeSegment(params[name]);
    if (segment.rule !== undefined) issues.push({ path: name, message: segment.rule });
    return segment.text;
  });
  return issues.length > 0 ? { issues } : { path: segments.join('/') };
}

function encodeSegment(value: unknown): { text: string; rule?: string } {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') return { text: '', rule: 'must be a string' };
  if (text === '') return { text, rule: 'must not be empty' };
  // Encoding does not change these, and a URL would resolve them to another path.
  if (text === '.' || text === '..') return { text, rule: 'must not be "." or ".."' };
  if (!text.isWellFormed()) return { text, rule: 'must be well-formed Unicode' };
  return { text: encodeURIComponent(text) };
}

/** Returns the rule that a user-supplied path breaks, or `undefined`. */
export function brokenPathRule(path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return 'must start with one slash';
  if (/[?#\\\s]/.test(path)) return 'must not contain "?", "#", a backslash or white space';
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return 'must not contain "." or ".." as a segment';
  if (!path.isWellFormed()) return 'must be well-formed Unicode';
  return undefined;
}
