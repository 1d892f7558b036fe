import { setTimeout as wait } from 'node:timers/promises';

import { matchRequestUrl } from 'msw';

import { operations } from '../contract/operations.ts';
import type { AnyOperation } from '../contract/operation.ts';
import { authorize } from './authorize.ts';
import { documentedError, type ErrorAnswer, errorAnswer, type Place, Refusal } from './error-answers.ts';
import { withoutDetour } from './faults/detour.ts';
import { strike } from './faults/strike.ts';
import { jsonBytes } from './json-bytes.ts';
import { jsonResponse } from './json-response.ts';
import type { Service } from './service.ts';
import { DataFileError } from './state/data-file-error.ts';

type Params = Readonly<Record<string, string>>;

/** Largest body, in bytes, of an operation for which the specification shows no limit. */
export const defaultMaxBodyBytes = 1024 * 1024;

/** Answers a request for an operation. */
export async function answer(
  service: Service,
  operation: AnyOperation,
  request: Request,
  params: Params,
): Promise<Response> {
  await pass(service.settings.latency, request.signal);
  if (request.signal.aborted) return abandoned();
  const place: Place = {
    family: operation.errors,
    template: operation.path.replaceAll(/:(\w+)/g, '{$1}'),
    url: request.url,
  };
  const work = async (): Promise<ErrorAnswer> => {
    try {
      return { status: 200, body: await resolve(service, operation, request, params, place) };
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      return error instanceof DataFileError ? errorAnswer(place, 500, error.message) : serverError(place);
    }
  };
  const fault = service.faults.next(operation, request);
  if (fault) return strike(fault, { operation, request, params, place, work });
  const { status, body } = await work();
  return json(status, body);
}

/** Answers a request that is for no operation: its path is unknown, or known with another method only. */
export async function answerUnknown(service: Service, origin: string, request: Request): Promise<Response> {
  await pass(service.settings.latency, request.signal);
  if (request.signal.aborted) return abandoned();
  const url = new URL(request.url);
  const methods = operations
    .filter(({ path }) => matchRequestUrl(url, origin + path).matches)
    .map(({ method }) => method);
  if (methods.length === 0) return json(404, { message: `No operation has the path ${url.pathname}` });
  return json(
    405,
    { message: `${url.pathname} does not take ${request.method}` },
    { allow: methods.join(', ') },
  );
}

async function resolve(
  service: Service,
  operation: AnyOperation,
  request: Request,
  params: Params,
  place: Place,
): Promise<unknown> {
  const unauthorized = authorize(place, request.headers, service.settings.token);
  if (unauthorized) throw new Refusal(unauthorized);

  const route = service.routeOf(operation);
  const call = { params, query: withoutDetour(new URL(request.url).searchParams), place };
  if (!operation.body) return route.resolve({ ...call, body: undefined });

  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > (operation.maxBodyBytes ?? defaultMaxBodyBytes)) throw new Refusal(tooLarge(place));
  const body = parseJson(bytes);
  const checked = operation.body.safeParse(body);
  if (!checked.success) {
    const problem = checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
    throw new Refusal(route.refuseBody(place, body, problem.join('; ')));
  }
  return route.resolve({ ...call, body: checked.data });
}

/** Lets the latency pass, or less of it when the caller leaves. */
async function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0) return;
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    // msw prints what a handler throws as a fault of the handler, and a caller who leaves is none.
  }
}

/** Nobody reads it: the caller has left. */
function abandoned(): Response {
  return json(499, { message: 'The request was aborted' });
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function tooLarge(place: Place): ErrorAnswer {
  return place.family === 'portalContent'
    ? documentedError(place, 'payload_too_large')
    : errorAnswer(place, 413, 'Request payload is too large.');
}

function serverError(place: Place): ErrorAnswer {
  if (place.family === 'transactionReport') return documentedError(place, 'transactions_failed');
  if (place.family === 'portalContent') return documentedError(place, 'internal_server_error');
  return errorAnswer(place, 500, 'Internal Server Error');
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return jsonResponse(status, jsonBytes(body), headers);
}
