import { STATUS_CODES } from 'node:http';
import type { AnyOperation } from '../../../client/api/operation.ts';
import { bytesResponse, jsonBytes, jsonResponse } from '../../json.ts';
import {
  documentedError,
  type ErrorResponse,
  errorResponse,
  type ErrorSource,
  messageOf,
  documentedReason,
} from '../errors.ts';
import { failuresOf } from '../personalization.ts';
import { corruptBody } from './corrupt-body.ts';
import type { ParsedFault } from './parse-fault.ts';

/** A request that a fault is injected into. */
export interface InjectionTarget {
  readonly operation: AnyOperation;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly source: ErrorSource;
  /** Does the work of the operation, and returns the response that would be sent without the fault. */
  work(): Promise<ErrorResponse>;
  /** Keeps the fault for a later request, because the response of this one has nothing to corrupt. */
  postpone(): void;
}

/** Responds as the plan says; `Response.error()` stands for a connection that is reset. */
export async function injectFault(plan: ParsedFault, target: InjectionTarget): Promise<Response> {
  const { operation, request } = target;
  if (plan.fault === undefined) return injectError(plan, target);

  const { status, body } = plan.applied ? await target.work() : { status: 200, body: {} };
  switch (plan.fault) {
    case 'reset':
      return Response.error();
    case 'no_response':
      await abortOf(request.signal);
      return Response.error();
    case 'cut_body':
      return halfBody(status, jsonBytes(body), () => Promise.reject(brokenConnection()));
    case 'stalled_body':
      return halfBody(status, jsonBytes(body), async () => {
        await abortOf(request.signal);
        throw request.signal.reason;
      });
    case 'malformed_json':
      return bytesResponse(status, jsonBytes(body).slice(0, -1));
    case 'null_field':
    case 'unknown_transaction_type':
    case 'repeated_cursor':
    case 'empty_page': {
      const corrupted =
        status === 200 ? corruptBody(plan.fault, plan.field, operation.name, request.url, body) : undefined;
      if (corrupted === undefined) target.postpone();
      return jsonResponse(status, corrupted ?? body);
    }
  }
}

async function injectError(plan: ParsedFault, target: InjectionTarget): Promise<Response> {
  const { status, body } = errorOf(plan, target);
  if (plan.applied) await target.work();
  const headers: Record<string, string> =
    plan.retryAfter === undefined ? {} : { 'retry-after': plan.retryAfter };
  return jsonResponse(plan.status ?? status, body, headers);
}

function errorOf({ status, reason, message }: ParsedFault, target: InjectionTarget): ErrorResponse {
  const { operation, source, params } = target;
  const documented =
    reason ?? (message === undefined ? documentedReason(operation.section, status) : undefined);
  // A plan without a reason has a status.
  if (documented === undefined) {
    const code = status ?? 500;
    return errorResponse(source, code, message ?? STATUS_CODES[code] ?? 'Error');
  }
  const response = documentedError(source, documented, {
    country_code: 'XX',
    price_in_usd_cents: params['priceInUsdCents'] ?? '',
    failures: failuresOf(undefined),
  });
  if (source.family !== 'transactionReport') return response;
  // Its body repeats the status, which the plan may have changed.
  return errorResponse(source, status ?? response.status, messageOf(documented));
}

/** Resolves when the signal aborts. */
async function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** A response with the first half of its body: then the connection breaks, or the body stalls until the caller aborts. */
function halfBody(status: number, bytes: Uint8Array<ArrayBuffer>, rest: () => Promise<void>): Response {
  let half: Uint8Array | undefined = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!half) return rest();
        controller.enqueue(half);
        half = undefined;
        return undefined;
      },
    },
    // No queue: a stream that fails discards what it has queued, and the half must be read first.
    { highWaterMark: 0 },
  );
  // The length of the whole body lets clients notice that a part is missing.
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Response(body, { status, headers });
}

/** The error of Node's own `fetch` for a connection that breaks in the middle of a body. */
function brokenConnection(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('terminated', { cause });
}

/** The error of Node's own `fetch` for a connection that is reset before a response. */
export function resetConnection(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError('fetch failed', { cause });
}
