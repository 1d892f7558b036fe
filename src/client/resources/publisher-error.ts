import {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorReason,
  type BadRequestError,
  BasePublisherError,
  ConfigurationError,
  type ConflictError,
  ConnectionError,
  type ErrorContext,
  type ForbiddenError,
  InvalidRequestError,
  MalformedResponseError,
  type NotFoundError,
  PaginationError,
  type PayloadTooLargeError,
  type PersonalizationErrorDetails,
  type PortalContentErrorDetails,
  type PricePointErrorDetails,
  type RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  type ServerError,
  TimeoutError,
  type UnauthorizedError,
} from '../errors/index.ts';
import { PricePointDiffersError } from './ensure-price-point.ts';

/** The documented message of an {@link AnyPublisherError}, and the details that such a message has. */
interface WithReason<
  Reason extends ApiErrorReason | undefined,
  Details extends ApiErrorDetails = ApiErrorDetails,
> {
  /** A stable identifier for a documented message; `undefined` if the message is not documented. */
  readonly reason: Reason;
  /** The documented body, parsed. */
  readonly details: Details;
}

/** An {@link AnyPublisherError} for which no message is documented. */
interface WithoutReason {
  /** Not set. */
  readonly reason?: undefined;
}

/** An {@link ApiError} without a more specific class. */
interface WithStatusOnly extends WithoutReason {
  /** The code of the class. */
  readonly code: 'api_error';
}

/**
 * Every error that a call of a client throws, as a union: `code` narrows it to a class, and `reason` to a documented
 * message with its details (§7).
 *
 * Those of money helpers, callbacks, loads and the sandbox are not part of it: they are thrown elsewhere.
 */
export type AnyPublisherError =
  | (ApiError & WithStatusOnly)
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
      | InvalidRequestError
      | MalformedResponseError
      | PaginationError
      | PricePointDiffersError
      | RedirectError
      | ResponseTooLargeError
      | ResponseValidationError
      | TimeoutError
    ) &
      WithoutReason);

/** An error that no call of a client throws: of a money helper, or of another entry point. */
export interface OtherError extends BasePublisherError, WithoutReason {
  readonly code: Exclude<BasePublisherError['code'], AnyPublisherError['code']>;
}

/** Any error that this package throws. */
export type PublisherError = BasePublisherError;

/** Base class of all errors; `code` narrows them. */
// `instanceof` narrows to the type of `prototype`, in every version of TypeScript.
// Through `unknown`: an abstract class has no type that can be a part of this one, as TypeScript before 5.3 needs it.
export const PublisherError = BasePublisherError as unknown as {
  new (message: string, context?: ErrorContext): BasePublisherError;
  readonly prototype: AnyPublisherError | OtherError;
};

const classes = [
  ApiError,
  ConfigurationError,
  ConnectionError,
  InvalidRequestError,
  MalformedResponseError,
  PaginationError,
  PricePointDiffersError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  TimeoutError,
];

/**
 * Returns whether a caught value is an error that a call of a client throws, also of another copy of this package (ESM
 * and CommonJS); afterwards, `code` and `reason` narrow it.
 *
 * It is `false` for your own abort reason, and for the errors of money helpers and other entry points.
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
export function isPublisherError(error: unknown): error is AnyPublisherError {
  return classes.some((errorClass) => error instanceof errorClass);
}
