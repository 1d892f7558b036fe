import type { AnyOperation, OperationInput, Schema, WireQuery } from '../api/operation.ts';
import { toInputIssues, withoutUnknownFields } from '../api/input-object.ts';
import { InvalidRequestError, type Issue, type Outcome } from '../errors/index.ts';
import {
  type CallOptions,
  callOptionsSchema,
  resolveRetry,
  type RetrySettings,
} from '../options/call-options.ts';
import { mergeHeaders } from '../options/rules.ts';
import { byteLength } from './bytes.ts';
import type { TransportSettings } from './settings.ts';

/** Additional input for pages, and for the read that checks a create. */
export interface PageInput {
  /** Called once per attempt with the first bytes of a successful body, while the rest is being received. */
  readonly onHead?: (bytes: Uint8Array) => void;
  /** Whether `sendPage` returns the invalid rows in `results` separately instead of throwing. */
  readonly setAsideRows?: boolean;
  /** The outcome of the create that this read checks; errors of the read have it. */
  readonly createOutcome?: Outcome | undefined;
}

/** A validated call, ready to be sent. */
export interface PreparedRequest {
  readonly operation: AnyOperation;
  /** Identifies the call in the events of its requests. */
  readonly callId: string;
  /** Path and query string. */
  readonly target: string;
  readonly query: WireQuery;
  readonly body: string | undefined;
  readonly onHead: PageInput['onHead'] | undefined;
  readonly setAsideRows: boolean;
  readonly createOutcome: Outcome | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly retry: RetrySettings;
  readonly onResponse: CallOptions['onResponse'];
}

/**
 * Validates the arguments of a call before anything is sent.
 *
 * @throws {@link InvalidRequestError} with every issue
 */
export function prepare(
  operation: AnyOperation,
  input: OperationInput & PageInput,
  options: CallOptions | undefined,
  settings: TransportSettings,
): PreparedRequest {
  const issues: Issue[] = [];
  const check = <T>(
    schema: Schema<T> | undefined,
    value: unknown,
    argument: string,
    at: readonly string[] = [],
  ): T | undefined => {
    const result = schema?.safeParse(value);
    if (!result || result.success) return result?.data;
    const found = result.error.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
    issues.push(...toInputIssues(found, argument));
    return undefined;
  };
  const known = (schema: Schema<unknown> | undefined, value: unknown): unknown =>
    schema && options?.unknownFields === 'send' ? withoutUnknownFields(schema, value) : value;

  check(operation.params, input.params, 'params');
  const knownQuery = known(operation.query, input.query);
  const query = { ...unknownPart(input.query, knownQuery), ...check(operation.query, knownQuery, 'query') };
  check(operation.body, known(operation.body, input.body), operation.bodyName ?? 'input');
  if (options instanceof AbortSignal) {
    issues.push({ path: 'options', message: 'must be an object, for example { signal }' });
  } else if (options !== undefined) {
    check(callOptionsSchema, options, 'options', ['options']);
  }
  if (issues.length > 0) throw new InvalidRequestError(operation.name, issues);

  const path = buildPath(operation.path, Object(input.params) as Record<string, unknown>);
  if ('issues' in path) throw new InvalidRequestError(operation.name, path.issues);

  const body = input.body === undefined ? undefined : serialize(operation, input.body);
  return {
    operation,
    callId: settings.nextCallId(),
    target: path.path + queryString(query),
    query,
    body,
    onHead: input.onHead,
    setAsideRows: input.setAsideRows === true,
    createOutcome: input.createOutcome,
    headers: {
      ...(options?.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers),
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: options?.signal,
    timeout: options?.timeout ?? settings.timeout,
    totalTimeout: options?.totalTimeout ?? settings.totalTimeout,
    retry: resolveRetry(options?.retry, settings.retry),
    onResponse: options?.onResponse,
  };
}

/** Returns the query parameters that are sent as they are, because the schema does not know them. */
function unknownPart(given: unknown, known: unknown): WireQuery {
  if (given === known) return {};
  const entries = Object.entries(Object(given) as Record<string, unknown>);
  return Object.fromEntries(
    entries
      .filter(([name, value]) => value !== undefined && !Object.hasOwn(Object(known) as object, name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function queryString(query: WireQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function serialize(operation: AnyOperation, value: unknown): string {
  const reject = (message: string): never => {
    throw new InvalidRequestError(operation.name, [{ path: 'body', message }]);
  };
  const text = toJson(value);
  if (text === undefined)
    return reject('must be serializable as JSON: no functions, BigInts or circular references');
  const { maxBodyBytes } = operation;
  const bytes = byteLength(text);
  if (maxBodyBytes !== undefined && bytes > maxBodyBytes) {
    reject(`is ${bytes} bytes of JSON; the documented limit is ${maxBodyBytes} bytes`);
  }
  return text;
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

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
