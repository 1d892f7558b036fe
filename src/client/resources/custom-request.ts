import * as z from 'zod';

import { ruleMessage } from '../api/input.ts';
import { inputObject, toInputIssues } from '../api/input-object.ts';
import type { Operation, OperationInput, QueryParameters, Schema } from '../api/operation.ts';
import { invalidRequest, type Issue } from '../errors/index.ts';
import { type CallOptions, queryRule } from '../options/call-options.ts';
import { recordOf } from '../options/rules.ts';
import { brokenPathRule, unchecked } from '../http/prepare.ts';
import type { Transport } from '../http/transport.ts';

/** A request to an endpoint that the specification does not document, such as cancelling a checkout session. */
export interface CustomRequest<Output = unknown> {
  /** HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, starting with one slash; a segment `:name` is replaced by `params.name`. */
  path: `/${string}`;
  /** Values for the path parameters; each is encoded as exactly one segment. */
  params?: Readonly<Record<string, string | number>> | undefined;
  /** Query parameters; one that is `undefined` is omitted, and an array repeats its name. */
  query?: QueryParameters | undefined;
  /** Request body, sent as JSON. */
  body?: unknown;
  /** Validates the response strictly, regardless of `responseValidation`. Without it the response is `unknown`. */
  schema?: Schema<Output> | undefined;
  /** Whether the request can be repeated safely; determines retries. @defaultValue `'read'` for GET, else `'create'` */
  effect?: 'read' | 'idempotent' | 'repeatable' | 'create' | undefined;
  /** Extra headers; they cannot replace the token header. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const pathValue = z.union([z.string(), z.number()], { error: 'must be a string or a number' });

const requestSchema = inputObject(
  { example: '{ method: "GET", path: "/v1/price-points" }', aliases: { url: 'path' } },
  {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
      error: ruleMessage('one of "GET", "POST", "PUT", "PATCH", "DELETE"'),
    }),
    path: z.string({ error: ruleMessage('a string, for example "/v1/price-points"') }),
    params: recordOf(pathValue, 'string and number').optional(),
    query: queryRule.optional(),
    body: z.unknown().optional(),
    schema: z
      .custom<Schema<unknown>>(
        (value) => typeof (value as Schema<unknown> | undefined)?.safeParse === 'function',
        { error: 'must be a zod schema' },
      )
      .optional(),
    effect: z
      .enum(['read', 'idempotent', 'repeatable', 'create'], {
        error: 'must be one of "read", "idempotent", "repeatable", "create"',
      })
      .optional(),
    headers: recordOf(z.string({ error: 'must be a string' }), 'string').optional(),
  },
);

/** Sends a user-supplied request the way documented operations are sent. */
export function sendCustomRequest<Output>(
  transport: Transport,
  request: CustomRequest<Output>,
  options: CallOptions = {},
): Promise<Output> {
  const checked = checkRequest(request);
  if ('issues' in checked) return Promise.reject(invalidRequest('request', checked.issues));
  const { method, path, params, query, body, effect, headers } = checked;
  const operation: Operation<Output, OperationInput> = {
    name: 'request',
    method,
    path,
    effect: effect ?? (method === 'GET' ? 'read' : 'create'),
    section: '',
    query: unchecked,
    // Without a schema, `Output` is `unknown`.
    output: request.schema ?? (z.unknown() as unknown as Schema<Output>),
    errors: 'unknown',
    emptyResponse: true,
  };
  // Options that are not an object are passed on: the transport rejects them.
  const allOptions =
    headers === undefined || Object(options) !== options
      ? options
      : { ...options, headers: { ...headers, ...options.headers } };
  const input = { params, query: query ?? {}, body, responseValidation: 'convert' } as const;
  return transport.send(operation, input, allOptions);
}

/** Validates a request, except the parameters of its path and its headers, which are validated as those of any operation. */
function checkRequest(request: unknown) {
  const result = requestSchema.safeParse(request);
  if (!result.success) return { issues: toInputIssues(result.error.issues, 'request') };
  const { method, path, params = {}, body } = result.data;
  const issues: Issue[] = Object.keys(params)
    .filter((name) => !path.split('/').includes(`:${name}`))
    .map((name) => ({ path: `params.${name}`, message: `is not in the path: it has no :${name}` }));
  const rule = brokenPathRule(path);
  if (rule !== undefined) return { issues: [{ path: 'path', message: rule }] };
  if (method === 'GET' && body !== undefined)
    issues.push({ path: 'body', message: 'must not be set for GET' });
  // A template, as the path of an operation: it starts with a slash.
  return issues.length > 0 ? { issues } : { ...result.data, path: path as `/${string}` };
}
