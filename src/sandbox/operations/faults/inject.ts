import { STATUS_CODES } from 'node:http';

import { documentedErrors } from '../../../api/documented-errors.ts';
import type { AnyOperation } from '../../../api/operation.ts';
import type { ApiErrorReason } from '../../../errors/index.ts';
import { bytesResponse, jsonBytes, jsonResponse } from '../../json.ts';
import {
  documentedError,
  type ErrorResponse,
  errorResponse,
  type ErrorSource,
  messageOf,
} from '../errors.ts';
import { abortOf, cutBody, stalledBody } from './broken-body.ts';
import { corruptBody } from './corrupt-body.ts';
import type { PlannedFault } from './fault-plans.ts';
import type { Plan } from './read-plan.ts';

/** A request that a fault is injected into. */
export interface InjectionTarget {
  readonly operation: AnyOperation;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly source: ErrorSource;
  /** Does the work of the operation, and returns the response that would be sent without the fault. */
  work(): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Responds as the plan says; `Response.error()` stands for a connection that is reset. */
export async function injectFault(
  { plan, postpone }: PlannedFault,
  target: InjectionTarget,
): Promise<Response> {
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
      return cutBody(status, jsonBytes(body));
    case 'stalled_body':
      return stalledBody(status, jsonBytes(body), request.signal);
    case 'malformed_json':
      return bytesResponse(status, jsonBytes(body).slice(0, -1));
    default: {
      const corrupted = status === 200 ? corruptBody(plan, operation.name, request.url, body) : undefined;
      if (corrupted === undefined) postpone();
      return jsonResponse(status, corrupted ?? body);
    }
  }
}

async function injectError(plan: Plan, target: InjectionTarget): Promise<Response> {
  const { status, body } = await errorOf(plan, target);
  if (plan.applied) await target.work();
  const headers: Record<string, string> =
    plan.retryAfter === undefined ? {} : { 'retry-after': plan.retryAfter };
  return jsonResponse(plan.status ?? status, body, headers);
}

async function errorOf({ status, reason, message }: Plan, target: InjectionTarget): Promise<ErrorResponse> {
  const { operation, source, params, request } = target;
  const documented = reason ?? (message === undefined ? reasonOf(status, operation, source) : undefined);
  // A plan without a reason has a status.
  if (documented === undefined) {
    const code = status ?? 500;
    return errorResponse(source, code, message ?? STATUS_CODES[code] ?? 'Error');
  }
  const response = documentedError(source, documented, {
    country_code: documented === 'country_not_found' ? await overriddenCountry(request) : '',
    price_in_usd_cents: params['priceInUsdCents'] ?? '',
    failures: [
      'every value in playerIds must be a string',
      'playerIds must contain at least 1 element',
      'playerIds must be an array',
    ],
  });
  if (source.family !== 'transactionReport') return response;
  // Its body repeats the status, which the plan may have changed.
  return errorResponse(source, status ?? response.status, messageOf(documented));
}

/** The first error that is documented for an operation and a status. */
function reasonOf(
  status: number | undefined,
  { section }: InjectionTarget['operation'],
  source: ErrorSource,
): ApiErrorReason | undefined {
  return documentedErrors.find(
    (error) => error.sections.includes(section) && documentedError(source, error.reason).status === status,
  )?.reason;
}

/** The first country of the request's price overrides, which the error message names. */
async function overriddenCountry(request: Request): Promise<string> {
  const found = /"countryCode2"\s*:\s*"([A-Z]{2})"/.exec(await request.clone().text());
  return found?.[1] ?? 'XX';
}
