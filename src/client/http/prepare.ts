import * as z from 'zod';

import type { AnyOperation, Operation, OperationInput, Schema, WireQuery } from '../api/operation.ts';
import { toInputIssues, withoutUnknownFields } from '../api/input-object.ts';
import { InvalidRequestError, type Issue } from '../errors/index.ts';
import { type CallOptions, callOptionsSchema, resolveRetry } from '../options/call-options.ts';
import { mergeHeaders } from '../options/headers.ts';
import { byteLength } from '../runtime/runtime.ts';
import type { ValidationMode } from '../validation/validate.ts';
import type { InvalidRow } from '../validation/validation.ts';
import type { TransportSettings } from './settings.ts';

/** Additional input of a call, for pages and for custom requests. */
export interface PageInput {
  /** Called once per attempt with the first bytes of a successful body, while the rest is being received. */
  readonly onHead?: (bytes: Uint8Array) => void;
  /** Called with the invalid rows in `results`, in page order, which then do not reject the page. */
  readonly onInvalidRows?: (rows: readonly InvalidRow[]) => void;
  /** How to validate the response. @defaultValue as the client */
  readonly responseValidation?: ValidationMode;
}

/** A validated call, ready to be sent. */
export type PreparedRequest<Output = unknown> = Readonly<ReturnType<typeof prepare<Output>>>;

/**
 * Validates the arguments of a call before anything is sent.
 *
 * @throws {@link InvalidRequestError} with every issue
 */
export function prepare<Output>(
  operation: Operation<Output, OperationInput>,
  { params, query: givenQuery, body: givenBody, ...pageInput }: OperationInput & PageInput,
  options: CallOptions | undefined,
  settings: TransportSettings,
) {
  const issues: Issue[] = [];
  const check = <T>(schema: Schema<T> | undefined, value: unknown, argument: string): T | undefined => {
    const result = schema?.safeParse(value);
    if (!result || result.success) return result?.data;
    issues.push(...toInputIssues(result.error.issues, argument));
    return undefined;
  };
  const [ownQuery, unknownQuery] = partsOf(operation.query, givenQuery, options);
  const [ownBody] = partsOf(operation.body, givenBody, options);

  check(operation.params, params, 'params');
  const query: WireQuery = { ...unknownQuery, ...check(operation.query, ownQuery, 'query') };
  check(operation.body, ownBody, operation.bodyName ?? 'input');
  if (options instanceof AbortSignal) {
    issues.push({ path: 'options', message: 'must be an object, for example { signal }' });
  } else if (options !== undefined) {
    check(optionsArgument, { options }, 'options');
  }
  const queryParams = options?.queryParams ?? {};
  const taken = [...(operation.queryNames ?? []), ...Object.keys(query)];
  for (const name of Object.keys(queryParams).filter((name) => taken.includes(name))) {
    const message = 'must be set in the query: it is one of its parameters';
    issues.push({ path: `options.queryParams.${name}`, message });
  }
  if (issues.length > 0) throw new InvalidRequestError(operation.name, issues);

  calls += 1;
  callIdPrefix ??= crypto.randomUUID().slice(0, 8);
  const path = buildPath(operation.path, Object(params) as Record<string, unknown>);
  if ('issues' in path) throw new InvalidRequestError(operation.name, path.issues);

  const body = givenBody === undefined ? undefined : serialize(operation, givenBody);
  return {
    ...pageInput,
    responseValidation: pageInput.responseValidation ?? settings.responseValidation,
    operation,
    /** Identifies the call in the events of its requests. */
    callId: `${callIdPrefix}-${calls}`,
    /** Path and query string. */
    target: [path.path, String(searchParamsOf({ ...query, ...queryParams }))].filter(Boolean).join('?'),
    query,
    body,
    headers: headersOf(body, settings.headers, options?.headers),
    signal: options?.signal,
    timeout: options?.timeout ?? settings.timeout,
    totalTimeout: options?.totalTimeout ?? settings.totalTimeout,
    retry: options?.retry === undefined ? settings.retry : resolveRetry(options.retry, settings.retry),
    onResponse: options?.onResponse,
  };
}

const optionsArgument = z.object({ options: callOptionsSchema });

let calls = 0;
/** Random, for each process. Not before the first call: workerd has no random numbers while a module is loaded. */
let callIdPrefix: string | undefined;

/** Returns the part of an argument that its schema knows, and the rest, which may be sent as it is. */
function partsOf(
  schema: Schema<unknown> | undefined,
  given: unknown,
  options: CallOptions | undefined,
): readonly [known: unknown, unknown?: WireQuery] {
  if (!schema || options?.unknownFields !== 'send') return [given];
  const known = withoutUnknownFields(schema, given);
  // Whatever its type, a value is sent as a string.
  const entries = Object.entries(Object(given) as WireQuery);
  return [
    known,
    Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(Object(known) as object, name))),
  ];
}

function headersOf(
  body: string | undefined,
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const headers = new Map(
    Object.entries({ accept: 'application/json', ...(given ? mergeHeaders(own, given) : own) }),
  );
  if (body === undefined) headers.delete('content-type');
  else headers.set('content-type', 'application/json');
  return Object.fromEntries(headers);
}

/** Returns query parameters as they are sent: those that are `undefined` are omitted. */
export function searchParamsOf(query: WireQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function serialize({ name, maxBodyBytes }: AnyOperation, value: unknown): string {
  const rejected = (message: string): InvalidRequestError =>
    new InvalidRequestError(name, [{ path: 'body', message }]);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A BigInt or a circular reference.
  }
  if (text === undefined)
    throw rejected('must be serializable as JSON: no functions, BigInts or circular references');
  if (maxBodyBytes !== undefined && byteLength(text) > maxBodyBytes)
    throw rejected(`is ${byteLength(text)} bytes of JSON; the documented limit is ${maxBodyBytes} bytes`);
  return text;
}

/** A path that cannot escape the base URL, or the issues of its parameters. */
export type BuiltPath = { readonly path: string } | { readonly issues: readonly Issue[] };

/** Replaces each `:name` in a path template by exactly one encoded segment. */
export function buildPath(template: string, params: Readonly<Record<string, unknown>>): BuiltPath {
  const issues: Issue[] = [];
  const path = template.replaceAll(/(?<=\/):([^/]*)/g, (_, name: string) => {
    const value = params[name];
    const text = Number.isFinite(value) ? String(value) : value;
    const message = brokenSegmentRule(text);
    if (message === undefined) return encodeURIComponent(String(text));
    issues.push({ path: name, message });
    return '';
  });
  return issues.length > 0 ? { issues } : { path };
}

function brokenSegmentRule(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'must be a string';
  if (text === '') return 'must not be empty';
  // Encoding does not change these, and a URL would resolve them to another path.
  if (text === '.' || text === '..') return 'must not be "." or ".."';
  return text.isWellFormed() ? undefined : 'must be well-formed Unicode';
}

/** Returns the rule that a user-supplied path breaks, or `undefined`. */
export function brokenPathRule(path: string): string | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return 'must start with one slash';
  if (/[?#\\\s]/.test(path)) return 'must not contain "?", "#", a backslash or white space';
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return 'must not contain "." or ".." as a segment';
  if (!path.isWellFormed()) return 'must be well-formed Unicode';
  return undefined;
}
