import { withoutUnknownFields } from '../../client/api/input-object.ts';
import { createCheckoutSession } from '../../client/api/checkout.ts';
import { type AnyOperation, templateOf } from '../../client/api/operation.ts';
import { operations } from '../../client/api/operations.ts';
import type { ApiErrorReason } from '../../client/errors/index.ts';
import { jsonResponse, parseJson } from '../json.ts';
import {
  documentedError,
  type ErrorResponse,
  errorResponse,
  type ErrorSource,
  messageOf,
  documentedReason,
  Rejection,
} from '../operations/errors.ts';
import { originalQuery } from '../operations/faults/corrupt-body.ts';
import { injectFault } from '../operations/faults/inject.ts';
import { isOwnPath } from '../paths.ts';
import { patternOf } from '../router.ts';
import type { Service } from '../service.ts';
import { DataFileError } from '../store/data-file.ts';
import { logFailure } from './failure.ts';

/** A request for an operation. */
export interface ReceivedCall {
  readonly request: Request;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Origin under which the client can open pages; `undefined` if the sandbox does not listen on a port. */
  readonly pageOrigin: string | undefined;
}

/** Largest body, in bytes, of an operation for which the specification shows no limit. */
export const defaultMaxBodyBytes = 1024 * 1024;

/** Responds to a request for an operation. */
export async function respond(
  service: Service,
  operation: AnyOperation,
  call: ReceivedCall,
): Promise<Response> {
  const { request, params } = call;
  await service.waitForLatency(request.signal);
  if (request.signal.aborted) return abortedResponse();
  const source: ErrorSource = {
    family:
      service.settings.publicRules && operation.name === createCheckoutSession.name
        ? 'checkout'
        : operation.errors,
    template: templateOf(operation.path),
    url: request.url,
  };
  const work = async (): Promise<ErrorResponse> => {
    try {
      return { status: 200, body: await resolve(service, operation, call, source) };
    } catch (error) {
      if (error instanceof Rejection) return error.response;
      if (error instanceof DataFileError) return errorResponse(source, 500, error.message);
      logFailure(request, error);
      return failed(source, operation, 500, 'Internal Server Error');
    }
  };
  const plan = service.faults.next(operation, request);
  const postpone = (): void => service.faults.postpone(request);
  if (plan) return injectFault(plan, { operation, request, params, source, work, postpone });
  const { status, body } = await work();
  return jsonResponse(status, body);
}

/** Responds to a request that matches no operation: 404 for an unknown path, 405 for another method. */
export async function respondUnknown(service: Service, request: Request): Promise<Response> {
  await service.waitForLatency(request.signal);
  if (request.signal.aborted) return abortedResponse();
  const url = new URL(request.url);
  const methods = operations
    .filter(({ path }) => patternOf(path).test(url.pathname))
    .map(({ method }) => method);
  if (methods.length === 0) {
    const page = isOwnPath(url.pathname) ? ': it is a page, which needs Accept: text/html' : '';
    return jsonResponse(404, { message: `No operation has the path ${url.pathname}${page}` });
  }
  return jsonResponse(
    405,
    { message: `${url.pathname} does not support ${request.method}` },
    { allow: methods.join(', ') },
  );
}

async function resolve(
  service: Service,
  operation: AnyOperation,
  { request, params, pageOrigin }: ReceivedCall,
  source: ErrorSource,
): Promise<unknown> {
  const unauthorized = authorize(source, request.headers, service.settings.token);
  if (unauthorized) throw new Rejection(unauthorized);

  const route = service.routeOf(operation);
  const query = originalQuery(new URL(request.url).searchParams);
  const call = { params, query, source, pageOrigin };
  if (!operation.body) return route.resolve({ ...call, body: undefined });

  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > (operation.maxBodyBytes ?? defaultMaxBodyBytes))
    throw new Rejection(failed(source, operation, 413, 'Request payload is too large.'));
  const body = decodeJson(bytes);
  // What the service does with unknown fields is not documented: they are ignored.
  const checked = operation.body.safeParse(withoutUnknownFields(operation.body, body));
  if (!checked.success) {
    const problem = checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new Rejection(route.rejectBody(source, body, problem.join('; ')));
  }
  return route.resolve({ ...call, body: checked.data });
}

/** The caller has aborted: nobody reads this response. */
function abortedResponse(): Response {
  return jsonResponse(499, { message: 'The request was aborted' });
}

function decodeJson(bytes: ArrayBuffer): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The documented error of an operation with a status; else one in the shape of its errors. */
function failed(
  source: ErrorSource,
  { section }: AnyOperation,
  status: number,
  message: string,
): ErrorResponse {
  const reason = documentedReason(section, status);
  return reason ? documentedError(source, reason) : errorResponse(source, status, message);
}

/** The error response for a request without a valid publisher token (§5, §7), or `undefined` if it is valid. */
function authorize(source: ErrorSource, headers: Headers, token: string): ErrorResponse | undefined {
  const reason = tokenFailure(headers.get('x-publisher-token'), token);
  if (!reason) return undefined;
  if (source.family === 'portalContent') return documentedError(source, 'unauthorized');
  const message = messageOf(reason);
  return source.family === 'personalization'
    ? errorResponse(source, 401, 'Unauthorized', message)
    : errorResponse(source, 401, message);
}

function tokenFailure(received: string | null, token: string): ApiErrorReason | undefined {
  if (!received) return 'token_required';
  // `Headers` joins two headers of one name with a comma and a space: the publisher is ambiguous.
  if (!/^[\x21-\x7e]+$/.test(received)) return 'authorization_failed';
  return received === token ? undefined : 'publisher_not_found';
}
