// Compiled against `src` by `npm run check:types`, and against the built declarations by errors.test.ts.
import {
  type AnyPublisherError,
  ApiError,
  type ApiErrorDetails,
  type ApiErrorReason,
  type Checkpoint,
  ConflictError,
  type ConnectionError,
  type ErrorCode,
  InvalidAmountError,
  InvalidRequestError,
  isPublisherError,
  type Issue,
  NotFoundError,
  type Outcome,
  PricePointDiffersError,
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

/** A switch over `code` lists what a client throws, and narrows to the class; nothing is left after the last case. */
export function byCode(error: unknown): unknown {
  if (!isPublisherError(error)) throw error;
  switch (error.code) {
    case 'api_error':
      return error.status;
    case 'bad_request':
    case 'conflict':
    case 'not_found':
    case 'payload_too_large':
    case 'server_error':
    case 'unauthorized':
      expectTypeOf(error.reason).toEqualTypeOf<ApiErrorReason | undefined>();
      return error.details.family;
    case 'configuration':
      return error.option;
    case 'connection':
      expectTypeOf(error).toExtend<ConnectionError>();
      return error.systemCode?.trim();
    case 'forbidden':
      return error.details.family;
    case 'invalid_request':
      return error.issues.map(({ path }) => path).join();
    case 'malformed_response':
      return error.bytes.toFixed();
    case 'pagination':
      return error.cursor?.trim();
    case 'price_point_differs':
      return error.pricePoint.priceInUsdCents.toFixed();
    case 'rate_limited':
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
      return error.retryAfter;
    case 'redirect':
      return error.targetOrigin?.trim();
    case 'response_too_large':
      return error.maxResponseBytes.toFixed();
    case 'response_validation':
      return error.row?.toFixed();
    case 'timeout':
      return error.status?.toFixed();
    default:
      return error satisfies never;
  }
}

/** Money helpers throw `invalid_amount`, and no call of a client does. */
expectTypeOf<AnyPublisherError['code']>().toEqualTypeOf<Exclude<ErrorCode, 'invalid_amount'>>();

/** A documented reason narrows to its class and its details, whatever was known before. */
export function byDocumentedReason(error: AnyPublisherError): string {
  switch (error.reason) {
    case 'country_not_found':
      return `${error.code satisfies 'bad_request'} ${error.details.countryCode2.trim()}`;
    case 'price_point_exists':
    case 'invalid_body':
      return error.details.message;
    case 'price_point_not_found':
      return error.details.priceInUsdCents?.toFixed() ?? '';
    case 'schema_validation':
      return error.details.failures.join();
    case 'bad_request':
    case 'content_not_found':
    case 'internal_server_error':
    case 'payload_too_large':
    case 'slug_exists':
    case 'unauthorized':
      return error.details.body;
    case 'transactions_failed':
      return error.retryAfter?.toFixed() ?? '';
    case 'authorization_failed':
    case 'end_date_not_after_start_date':
    case 'invalid_sort_direction':
    case 'publisher_not_found':
    case 'token_required':
      return error.details.family;
    case undefined:
      return error.message;
    default:
      return error satisfies never;
  }
}

/** Conditions, classes and codes narrow one after the other. */
export function bySteps(error: AnyPublisherError): string | undefined {
  if (error.reason === 'slug_exists') return error.details.body;
  if (error instanceof PricePointDiffersError) return error.pricePoint.priceByCountry?.[0]?.countryCode2;
  if (error instanceof ConflictError) {
    expectTypeOf(error.reason).toEqualTypeOf<'price_point_exists' | undefined>();
    return error.code;
  }
  if (error.code === 'rate_limited' || error.code === 'server_error') return error.retryAfter?.toFixed();
  // @ts-expect-error no client throws it
  if (error.code === 'invalid_amount') return '';
  return error.checkpoint?.cursor ?? error.outcome;
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
