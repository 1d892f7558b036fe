import {
  type ApiError,
  type ApiErrorDetails,
  type ApiErrorReason,
  type BadRequestError,
  type CallbackErrorReason,
  type ConfigurationError,
  type ConflictError,
  type ConnectionError,
  type ErrorCode,
  type DatabaseErrorReason,
  type ErrorContext,
  type ForbiddenError,
  type InvalidAmountError,
  type InvalidRequestError,
  type MalformedResponseError,
  type NotFoundError,
  type PaginationError,
  type PayloadTooLargeError,
  type PersonalizationErrorDetails,
  type PortalContentErrorDetails,
  type PricePointErrorDetails,
  type RateLimitError,
  type RedirectError,
  type ResponseTooLargeError,
  type ResponseValidationError,
  type ServerError,
  type TimeoutError,
  type UnauthorizedError,
  PublisherError as ErrorClass,
} from '../errors/index.ts';
import type { PricePointDiffersError } from './ensure-price-point.ts';

// Types and not interfaces: declarations of what you make of a caught error then show their fields.

/** A documented message, and the details that it has. */
type WithReason<
  Reason extends ApiErrorReason | undefined,
  Details extends ApiErrorDetails = ApiErrorDetails,
> = {
  /** A stable identifier for a documented message; `undefined` if the message is not documented. */
  readonly reason: Reason;
  /** The documented body, parsed. */
  readonly details: Details;
};

/** An error for which no message is documented. */
type WithoutReason = {
  /** Not set. */
  readonly reason?: undefined;
};

/** All errors as a union: `code` narrows it to a class, and `reason` to a documented message with its details (§7). */
type AnyError =
  | (ApiError & WithoutReason & { readonly code: 'api_error' })
  | (BadRequestError &
      (
        | WithReason<'end_date_not_after_start_date' | 'invalid_sort_direction' | undefined>
        | WithReason<'bad_request', PortalContentErrorDetails>
        | WithReason<'invalid_body', PricePointErrorDetails>
        | WithReason<'country_not_found', PricePointErrorDetails & { readonly countryCode2: string }>
        | WithReason<'schema_validation', PersonalizationErrorDetails>
      ))
  | (UnauthorizedError &
      (
        | WithReason<'token_required' | 'publisher_not_found' | 'authorization_failed' | undefined>
        | WithReason<'unauthorized', PortalContentErrorDetails>
      ))
  | (ForbiddenError & WithoutReason)
  | (NotFoundError &
      (
        | WithReason<undefined>
        | WithReason<'content_not_found', PortalContentErrorDetails>
        | WithReason<'price_point_not_found', PricePointErrorDetails>
      ))
  | (ConflictError &
      (
        | WithReason<undefined>
        | WithReason<'slug_exists', PortalContentErrorDetails>
        | WithReason<'price_point_exists', PricePointErrorDetails>
      ))
  | (PayloadTooLargeError &
      (WithReason<undefined> | WithReason<'payload_too_large', PortalContentErrorDetails>))
  | (RateLimitError & WithoutReason)
  | (ServerError &
      (
        | WithReason<'transactions_failed' | undefined>
        | WithReason<'internal_server_error', PortalContentErrorDetails>
      ))
  | ((
      | ConfigurationError
      | ConnectionError
      | InvalidAmountError
      | InvalidRequestError
      | MalformedResponseError
      | PaginationError
      | PricePointDiffersError
      | RedirectError
      | ResponseTooLargeError
      | ResponseValidationError
      | TimeoutError
    ) &
      WithoutReason)
  | (PublisherError & { readonly code: 'callback'; readonly reason: CallbackErrorReason })
  | (PublisherError & { readonly code: 'database'; readonly reason: DatabaseErrorReason })
  | (PublisherError &
      WithoutReason & { readonly code: Exclude<ErrorClass['code'], ErrorCode | 'callback' | 'database'> });

/**
 * Base class of all errors that this package throws.
 *
 * After `instanceof`, as after {@link isPublisherError}, `code` narrows to a class and `reason` to a documented message.
 */
export interface PublisherError extends ErrorClass {}

// `instanceof` narrows to the type of `prototype`, in every version of TypeScript; that of a class is the class itself.
// Through `unknown`: an abstract class has no type that can be a part of this one, as TypeScript before 5.3 needs it.
export const PublisherError = ErrorClass as unknown as {
  new (message: string, context?: ErrorContext): PublisherError;
  readonly prototype: AnyError;
};

/**
 * Returns whether a caught value is an error of this package, of any entry point, and also of another copy of it (ESM
 * and CommonJS); afterwards, `code` and `reason` narrow it.
 *
 * It is `false` for your own abort reason.
 *
 * @example
 * ```ts
 * import { isPublisherError } from 'publisher-commerce';
 *
 * try {
 *   await client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] });
 * } catch (error) {
 *   if (!isPublisherError(error)) throw error;
 *   if (error.reason === 'country_not_found') console.error('not sold in', error.details.countryCode2);
 *   else if (error.code === 'rate_limited') console.error('retry in', error.retryAfter, 'ms');
 *   else throw error;
 * }
 * ```
 */
export function isPublisherError(error: unknown): error is AnyError {
  return error instanceof ErrorClass;
}
