import { STATUS_CODES } from 'node:http';

import { type DocumentedError, documentedErrors } from '../../client/errors/documented-errors.ts';
import type { ErrorFamily } from '../../client/errors/index.ts';
import type { ApiErrorReason } from '../../client/errors/index.ts';

/** The request that fails; the shape of the error's body and the URL in it depend on it. */
export interface ErrorSource {
  readonly family: ErrorFamily | 'checkout';
  /** Path template as in the specification: `/v1/portal-content/{contentId}`. */
  readonly template: string;
  /** URL of the request. */
  readonly url: string;
}

/** Status and body of an error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Thrown by operations to reject a request; `respond` catches it and sends its response. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly response: ErrorResponse;

  constructor(response: ErrorResponse) {
    super(`rejected with status ${response.status}`);
    this.response = response;
  }
}

/** Rejects a request with an error that is not documented. */
export function reject(source: ErrorSource, status: number, message: string): never {
  throw new Rejection(errorResponse(source, status, message));
}

/** Values for the placeholders of a documented message or body. */
export interface ErrorValues {
  /** For `country_not_found`. */
  readonly country_code?: string;
  /** For `price_point_not_found`. */
  readonly price_in_usd_cents?: string;
  /** For `schema_validation`: the failed validations. */
  readonly failures?: readonly string[];
}

/**
 * The response for a documented error (§7.1–7.4), with its exact message.
 *
 * Supports every documented error, also those that only occur in the sandbox through a fault plan.
 */
export function documentedError(
  source: ErrorSource,
  reason: ApiErrorReason,
  values: ErrorValues = {},
): ErrorResponse {
  const { family, message, body, status } = errorWithReason(reason);
  const filledMessage = message
    .replace('<country_code>', values.country_code ?? '')
    .replace('<price_in_usd_cents>', values.price_in_usd_cents ?? '');
  return errorResponse({ ...source, family }, status, filledMessage, body ?? values.failures?.join(', '));
}

/** The first error that is documented for the operation of a section, with a status. */
export function documentedReason(section: string, status: number | undefined): ApiErrorReason | undefined {
  return documentedErrors.find((error) => error.sections.includes(section) && error.status === status)
    ?.reason;
}

/** The message of a documented error. */
export function messageOf(reason: ApiErrorReason): string {
  return errorWithReason(reason).message;
}

/** An error response of the transaction report, whose messages are numbered from 1 (§7.1). */
export function reportError(source: ErrorSource, status: number, messages: readonly string[]): ErrorResponse {
  return {
    status,
    body: {
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message: messages.map((error, index) => ({ validationErrorNumber: index + 1, error })),
      requestUrl: source.url,
    },
  };
}

/** An error response that is not documented (§7.5), in the shape of the operation's documented errors. */
export function errorResponse(
  source: ErrorSource,
  status: number,
  message: string,
  detail?: string,
): ErrorResponse {
  const { family, template } = source;
  if (family === 'transactionReport') return reportError(source, status, [message]);
  if (family === 'portalContent' || family === 'personalization') {
    return {
      status,
      body: { message, requestUrl: template, body: detail ?? STATUS_CODES[status] ?? 'Error' },
    };
  }
  if (family === 'checkout') {
    // Not documented; so public descriptions say.
    const errorCode = (STATUS_CODES[status] ?? 'Error').toUpperCase().replaceAll(/[^A-Z]+/g, '_');
    return { status, body: { errorCode, errorMessage: message } };
  }
  return { status, body: { message } };
}

function errorWithReason(reason: ApiErrorReason): DocumentedError {
  const found = documentedErrors.find((error) => error.reason === reason);
  if (!found) throw new Error(`no documented error has the reason ${reason}`);
  return found;
}
