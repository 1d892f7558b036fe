// Compiled against `src` by `npm run check:types`, and against the built declarations by errors.test.ts.
import type {
  ConfigurationError,
  ConnectionError,
  MalformedResponseError,
  PaginationError,
  RedirectError,
  ResponseTooLargeError,
  TimeoutError,
} from 'publisher-commerce';
import {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorReason,
  type Checkpoint,
  ConflictError,
  InvalidAmountError,
  InvalidRequestError,
  type Issue,
  NotFoundError,
  type Outcome,
  PublisherError,
  RateLimitError,
  ResponseValidationError,
  ServerError,
} from 'publisher-commerce';
import { CallbackError, type CallbackErrorReason } from 'publisher-commerce/callbacks';
import { PurchaseError, type PurchaseState } from 'publisher-commerce/sandbox';
import { expectTypeOf } from 'vitest';

/** A caught value is narrowed by class, from the most general to the most special. */
export function byClass(error: unknown): void {
  if (error instanceof PublisherError) {
    expectTypeOf(error.outcome).toEqualTypeOf<Outcome | undefined>();
    expectTypeOf(error.checkpoint).toEqualTypeOf<Checkpoint | undefined>();
    expectTypeOf(error.toJSON()).toEqualTypeOf<Record<string, unknown>>();
  }
  if (error instanceof ApiError) {
    expectTypeOf(error.status).toBeNumber();
    expectTypeOf(error.reason).toEqualTypeOf<ApiErrorReason | undefined>();
  }
  if (error instanceof RateLimitError || error instanceof ServerError) {
    expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  }
  if (error instanceof InvalidRequestError || error instanceof InvalidAmountError) {
    expectTypeOf(error.issues).toEqualTypeOf<readonly Issue[]>();
  }
  if (error instanceof ResponseValidationError) {
    expectTypeOf(error.row).toEqualTypeOf<number | undefined>();
    expectTypeOf(error.body).toBeUnknown();
  }
  if (error instanceof CallbackError) expectTypeOf(error.reason).toEqualTypeOf<CallbackErrorReason>();
  if (error instanceof PurchaseError) expectTypeOf(error.state).toEqualTypeOf<PurchaseState | undefined>();
  // A class is distinguished from its siblings, although some have the same fields.
  if (error instanceof NotFoundError || error instanceof ConflictError) {
    expectTypeOf(error.details).toEqualTypeOf<ApiErrorDetails>();
  }
}

/** Errors that are not responses have a literal `code`, which narrows a union of them. */
export function byCode(
  error:
    | ConfigurationError
    | ConnectionError
    | InvalidRequestError
    | MalformedResponseError
    | PaginationError
    | RedirectError
    | ResponseTooLargeError
    | ResponseValidationError
    | TimeoutError,
): string {
  switch (error.code) {
    case 'configuration':
      return error.option;
    case 'connection':
      return error.reason ?? '';
    case 'invalid_request':
      return error.issues.map(({ path }) => path).join();
    case 'malformed_response':
      return String(error.bytes);
    case 'pagination':
      return error.cursor ?? '';
    case 'redirect':
      return error.targetOrigin ?? '';
    case 'response_too_large':
      return String(error.maxResponseBytes);
    case 'response_validation':
      return String(error.row);
    case 'timeout':
      return String(error.status);
  }
}

/** The documented body is narrowed by `family`; a switch over all of them needs no default. */
export function byFamily({ details }: ApiError): string {
  switch (details.family) {
    case 'transactionReport':
      return details.messages
        .map(({ validationErrorNumber, error }) => `${validationErrorNumber ?? 0} ${error}`)
        .join();
    case 'portalContent':
      return details.body;
    case 'pricePoint':
      return `${details.countryCode2 ?? ''} ${details.priceInUsdCents ?? 0}`;
    case 'personalization':
      return details.failures.join();
    case 'unknown':
      return '';
  }
}

/** What to do after a failed write is decided by all four outcomes, or does not compile. */
export function byOutcome(outcome: Outcome): 'again' | 'mend' | 'done' | 'look' {
  switch (outcome) {
    case 'not_sent':
      return 'again';
    case 'rejected':
      return 'mend';
    case 'applied':
      return 'done';
    case 'unknown':
      return 'look';
  }
}

const messages: Record<ApiErrorReason, string> = {
  end_date_not_after_start_date: 'The end is before the start.',
  invalid_sort_direction: 'Sort by asc or desc.',
  token_required: 'The token is missing.',
  publisher_not_found: 'The token is of no publisher.',
  authorization_failed: 'The token was rejected.',
  transactions_failed: 'The report could not be made.',
  bad_request: 'The request was rejected.',
  unauthorized: 'The token was rejected.',
  content_not_found: 'There is no such item.',
  slug_exists: 'The slug is taken.',
  payload_too_large: 'The body is too large.',
  internal_server_error: 'The service failed.',
  invalid_body: 'The body was rejected.',
  country_not_found: 'The country is not supported.',
  price_point_not_found: 'There is no such price point.',
  price_point_exists: 'The price point exists already.',
  price_point_differs: 'The price point exists with other prices.',
  schema_validation: 'The players were rejected.',
};

/** A table of all reasons is complete, or does not compile; a misspelled reason does not compile either. */
export function byReason(error: ApiError): string {
  // @ts-expect-error no message of the specification has this reason
  if (error.reason === 'price_point_exist') return '';
  return error.reason === undefined ? error.message : messages[error.reason];
}

/** Who has to act on a rejected callback, for every reason. */
export function byCallbackReason({ reason }: CallbackError): 'sender' | 'publisher' | 'nobody' {
  switch (reason) {
    case 'method_not_allowed':
    case 'token_missing':
    case 'token_duplicated':
    case 'token_mismatch':
    case 'signature_missing':
    case 'signature_duplicated':
    case 'signature_malformed':
    case 'signature_mismatch':
    case 'timestamp_out_of_tolerance':
    case 'body_too_large':
    case 'body_incomplete':
    case 'body_not_utf8':
    case 'body_not_json':
    case 'body_invalid':
      return 'sender';
    case 'body_already_parsed':
    case 'publisher_token_failed':
    case 'verifier_failed':
    case 'handler_failed':
    case 'handler_timed_out':
    case 'response_invalid':
      return 'publisher';
    case 'connection_lost':
      return 'nobody';
  }
}
