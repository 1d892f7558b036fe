import { STATUS_CODES } from 'node:http';

import { type DocumentedError, documentedErrors } from '../contract/documented-errors.ts';
import type { ErrorFamily } from '../contract/operation.ts';
import type { ApiErrorReason } from '../errors/index.ts';

/** Where an error arises; both the shape of its body and the address in it depend on that. */
export interface Place {
  readonly family: ErrorFamily;
  /** Path template as the specification writes it: `/v1/portal-content/{contentId}`. */
  readonly template: string;
  /** The request's own URL. */
  readonly url: string;
}

/** An answer that says no. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Thrown where an operation says no; what answers the request catches it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly answer: ErrorAnswer;

  constructor(answer: ErrorAnswer) {
    super(`answered with status ${answer.status}`);
    this.answer = answer;
  }
}

/** Fills in what a documented message or body leaves open. */
export interface ErrorValues {
  /** For `country_not_found`. */
  readonly country_code?: string;
  /** For `price_point_not_found`. */
  readonly price_in_usd_cents?: string;
  /** For `schema_validation`: the failed validations. */
  readonly failures?: readonly string[];
}

/**
 * The answer with a documented message, to the letter (§7.1–7.4).
 *
 * Every documented error can be made here, also those that never arise in the sandbox by themselves.
 */
export function documentedError(place: Place, reason: ApiErrorReason, values: ErrorValues = {}): ErrorAnswer {
  const { family, message, body, status } = textsOf(reason);
  const text = message
    .replace('<country_code>', values.country_code ?? '')
    .replace('<price_in_usd_cents>', values.price_in_usd_cents ?? '');
  return errorAnswer({ ...place, family }, status, text, body ?? values.failures?.join(', '));
}

/** The text by which a documented error is known. */
export function messageOf(reason: ApiErrorReason): string {
  return textsOf(reason).message;
}

/** A failed report with several messages, numbered from 1 (§7.1). */
export function reportError(place: Place, status: number, messages: readonly string[]): ErrorAnswer {
  return {
    status,
    body: {
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message: messages.map((error, index) => ({ validationErrorNumber: index + 1, error })),
      requestUrl: place.url,
    },
  };
}

/** An answer that the specification does not show (§7.5), in the shape that the operation's other errors have. */
export function errorAnswer(place: Place, status: number, message: string, detail?: string): ErrorAnswer {
  const { family, template } = place;
  if (family === 'transactionReport') return reportError(place, status, [message]);
  if (family === 'portalContent' || family === 'personalization') {
    return {
      status,
      body: { message, requestUrl: template, body: detail ?? STATUS_CODES[status] ?? 'Error' },
    };
  }
  return { status, body: { message } };
}

function textsOf(reason: ApiErrorReason): DocumentedError {
  const texts = documentedErrors.find((error) => error.reason === reason);
  if (!texts) throw new Error(`no documented error has the reason ${reason}`);
  return texts;
}
