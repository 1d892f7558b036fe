import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';

import type { AnyOperation, Operation, OperationInput, Schema, QueryParameters } from '../api/operation.ts';
import { checkInput, toInputIssues } from '../api/input-object.ts';
import { invalidRequest, type Issue } from '../errors/index.ts';
import {
  type CallOptions,
  callOptionsSchema,
  resolveRetry,
  type RetrySettings,
} from '../options/call-options.ts';
import { mergeHeaders } from '../options/headers.ts';
import { byteLength } from '../runtime/runtime.ts';
import type { ValidationMode } from '../validation/validate.ts';
import type { InvalidRow } from '../validation/validation.ts';
import { type CallLimit, limitOf } from './call-limit.ts';
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
export interface PreparedRequest<Output = unknown> extends PageInput {
  readonly operation: Operation<Output, OperationInput>;
  /** Identifies the call in the events of its requests. */
  readonly callId: string;
  /** Path and query string. */
  readonly target: string;
  readonly query: QueryParameters;
  /** JSON; `undefined` if the request has no body. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseValidation: ValidationMode;
  readonly signal: AbortSignal | undefined;
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
  /** Of the whole call. */
  readonly limit: CallLimit;
  readonly retry: RetrySettings;
  readonly onResponse: CallOptions['onResponse'];
}

/**
 * Validates the arguments of a call before anything is sent.
 *
 * @throws {@link InvalidRequestError} with every issue
 */
export function prepare<Output>(
  operation: Operation<Output, OperationInput>,
  { params: givenParams, query: givenQuery, body: givenBody, ...pageInput }: OperationInput & PageInput,
  options: CallOptions | undefined,
  settings: TransportSettings,
): PreparedRequest<Output> {
  const issues: Issue[] = [];
  const unknownFields = options?.unknownFields;
  const check = <T>(schema: Schema<T>, value: unknown, argument: string): T | undefined => {
    const result = checkInput(schema, value, unknownFields);
    if ('value' in result) return result.value;
    issues.push(...toInputIssues(result.issues, argument));
    return undefined;
  };
  // What was checked is sent, not what it was made from.
  const params = check(operation.params ?? unchecked, givenParams, 'params');
  const query: QueryParameters = check(operation.query ?? unchecked, givenQuery, 'query') ?? {};
  const body = check(operation.body ?? unchecked, givenBody, operation.bodyName ?? 'input');
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
  if (issues.length > 0) throw invalidRequest(operation.name, issues);

  // Random, for each process. Not before the first call: workerd has no random numbers while a module is loaded.
  if (processId === '') {
    processId = crypto.randomUUID().slice(0, 8);
    calls = Number.parseInt(processId.slice(2), 16);
  }
  calls += 1;
  const path = buildPath(operation.path, Object(params) as Record<string, unknown>);
  if ('issues' in path) {
    // Without a rule of their own, they are a field of a custom request.
    const prefix = operation.params ? '' : 'params.';
    const named = path.issues.map(({ path: name, message }) => ({ path: prefix + name, message }));
    throw invalidRequest(operation.name, named);
  }

  const json = body === undefined ? undefined : serialize(operation, body);
  const timeout = options?.timeout ?? settings.timeout;
  const retry = options ? resolveRetry(options, settings.retry) : settings.retry;
  return {
    ...pageInput,
    responseValidation: pageInput.responseValidation ?? settings.responseValidation,
    operation,
    callId: `${calls.toString(16).padStart(6, '0')}-${processId}`,
    target: [path.path, String(searchParamsOf({ ...query, ...queryParams }))].filter(Boolean).join('?'),
    query,
    body: json,
    headers: headersOf(json, settings.headers, options?.headers),
    signal: options?.signal,
    timeout,
    limit: limitOf(operation.effect, timeout, options?.totalTimeout ?? settings.totalTimeout, retry),
    retry,
    onResponse: options?.onResponse,
  };
}

const optionsArgument = z.object({ options: callOptionsSchema });
/** For what has no schema, or was validated before. */
export const unchecked: Schema<never> = z.custom<never>();

/** The start of the latest call's id; the log shows no more of it. */
let calls = 0;
let processId = '';

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

/** Returns query parameters as they are sent. */
export function searchParamsOf(query: QueryParameters): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) params.append(name, String(one));
  }
  return params;
}

/**
 * Returns a body as JSON.
 *
 * @throws {@link InvalidRequestError} when a value would be lost or changed, or the body is too large
 */
function serialize({ name, body, maxBodyBytes, largerBody }: AnyOperation, value: unknown): string {
  const issues: Issue[] = [];
  const paths = new Map<unknown, readonly PropertyKey[]>();
  // Without a schema the body is a field itself, of a custom request.
  let path: readonly PropertyKey[] = [];
  const reject = (message: string): void => void issues.push({ path: toDotPath(path) || 'body', message });
  let text: string | undefined;
  try {
    text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, converted: unknown) {
      const above = paths.get(this);
      path = above ? [...above, Array.isArray(this) ? Number(key) : key] : body ? [] : ['body'];
      if (typeof converted === 'object') paths.set(converted, path);
      if (isJson(converted, this, key)) return converted;
      reject(jsonRule);
      return undefined;
    });
  } catch {
    reject('must be serializable as JSON: it contains itself, is nested too deeply, or throws');
  }
  if (issues.length === 0 && maxBodyBytes !== undefined && byteLength(text ?? '') > maxBodyBytes) {
    path = [];
    const advice = largerBody === undefined ? '' : `: ${largerBody}`;
    reject(
      `is ${byteLength(text ?? '')} bytes of JSON; the documented limit is ${maxBodyBytes} bytes${advice}`,
    );
  }
  if (text === undefined || issues.length > 0) throw invalidRequest(name, issues);
  return text;
}

const jsonRule = 'must be a string, a finite number, true, false, null, an array, or an object with fields';

/** Whether JSON has a value for what a holder has at a key; `converted` is what its `toJSON` returned, if it has one. */
function isJson(converted: unknown, holder: Readonly<Record<string, unknown>>, key: string): boolean {
  if (converted === undefined) return !Array.isArray(holder) && holder[key] === undefined;
  if (typeof converted === 'number') return Number.isFinite(converted);
  // An invalid date becomes null.
  if (converted === null) return holder[key] === null;
  if (typeof converted !== 'object') return typeof converted === 'string' || typeof converted === 'boolean';
  if (Array.isArray(converted)) return true;
  // A map, a set or bytes have no fields, and a regular expression or a promise is `{}`.
  if (Symbol.iterator in converted) return false;
  const prototype: unknown = Object.getPrototypeOf(converted);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain || Object.keys(converted).length > 0;
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
