import { STATUS_CODES } from 'node:http';

import { documentedErrors } from '../../contract/documented-errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { ApiErrorReason } from '../../errors/index.ts';
import { documentedError, type ErrorAnswer, errorAnswer, type Place } from '../error-answers.ts';
import { jsonBytes } from '../json-bytes.ts';
import { jsonResponse } from '../json-response.ts';
import { cutBody, departure, stalledBody } from './broken-body.ts';
import type { Strike } from './fault-plans.ts';
import type { Plan } from './read-plan.ts';
import { spoil } from './spoil.ts';

/** A request that is struck. */
export interface Struck {
  readonly operation: AnyOperation;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly place: Place;
  /** Does what the request asks, and says what would be answered. */
  work(): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Answers as the plan wants; `Response.error()` stands for a connection that is reset. */
export async function strike({ plan, miss }: Strike, struck: Struck): Promise<Response> {
  const { operation, request } = struck;
  if (plan.fault === undefined) return sayNo(plan, struck);

  const { status, body } = plan.applied ? await struck.work() : { status: 200, body: {} };
  switch (plan.fault) {
    case 'reset':
      return Response.error();
    case 'no_answer':
      await departure(request.signal);
      return Response.error();
    case 'cut_body':
      return cutBody(status, jsonBytes(body));
    case 'stalled_body':
      return stalledBody(status, jsonBytes(body), request.signal);
    case 'malformed_json':
      return jsonResponse(status, jsonBytes(body).slice(0, -1));
    default: {
      const spoilt = status === 200 ? spoil(plan, operation.name, request.url, body) : undefined;
      if (spoilt === undefined) miss();
      return jsonResponse(status, jsonBytes(spoilt ?? body));
    }
  }
}

async function sayNo(plan: Plan, struck: Struck): Promise<Response> {
  const { status, body } = await errorOf(plan, struck);
  if (plan.applied) await struck.work();
  const headers: Record<string, string> =
    plan.retryAfter === undefined ? {} : { 'retry-after': plan.retryAfter };
  return jsonResponse(plan.status ?? status, jsonBytes(body), headers);
}

async function errorOf({ status, reason, message }: Plan, struck: Struck): Promise<ErrorAnswer> {
  const { operation, place, params, request } = struck;
  const documented = reason ?? (message === undefined ? reasonOf(status, operation, place) : undefined);
  // A plan without a reason has a status.
  if (documented === undefined) {
    const code = status ?? 500;
    return errorAnswer(place, code, message ?? STATUS_CODES[code] ?? 'Error');
  }
  const answer = documentedError(place, documented, {
    country_code: documented === 'country_not_found' ? await overriddenCountry(request) : '',
    price_in_usd_cents: params['priceInUsdCents'] ?? '',
    failures: [
      'every value in playerIds must be a string',
      'playerIds must contain at least 1 element',
      'playerIds must be an array',
    ],
  });
  if (place.family !== 'transactionReport') return answer;
  // Its body repeats the status, which the plan may have changed.
  const code = status ?? answer.status;
  const text = documentedErrors.find((error) => error.reason === documented)?.message ?? '';
  return errorAnswer(place, code, text);
}

/** The first error that is documented for an operation under a status. */
function reasonOf(
  status: number | undefined,
  { section }: Struck['operation'],
  place: Place,
): ApiErrorReason | undefined {
  return documentedErrors.find(
    (error) => error.sections.includes(section) && documentedError(place, error.reason).status === status,
  )?.reason;
}

/** The first country of the request's own overrides: the one that such an error would name. */
async function overriddenCountry(request: Request): Promise<string> {
  const found = /"countryCode2"\s*:\s*"([A-Z]{2})"/.exec(await request.clone().text());
  return found?.[1] ?? 'XX';
}
