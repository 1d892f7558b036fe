/**
 * A stable identifier for each documented error message (§7), and `price_point_differs` for a price point that
 * `pricePoints.ensure` compared.
 */
export type ApiErrorReason =
  | 'end_date_not_after_start_date'
  | 'invalid_sort_direction'
  | 'token_required'
  | 'publisher_not_found'
  | 'authorization_failed'
  | 'transactions_failed'
  | 'bad_request'
  | 'unauthorized'
  | 'content_not_found'
  | 'slug_exists'
  | 'payload_too_large'
  | 'internal_server_error'
  | 'invalid_body'
  | 'country_not_found'
  | 'price_point_not_found'
  | 'price_point_exists'
  | 'price_point_differs'
  | 'schema_validation';

/** A numbered message of a failed transaction report (§7.1). */
export interface TransactionReportErrorMessage {
  /** Number of the message; its values are not documented. */
  readonly validationErrorNumber?: number | undefined;
  /** The documented message. */
  readonly error: string;
}

/** Body of a failed transaction report (§7.1). */
export interface TransactionReportErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'transactionReport';
  /** HTTP status in the body. */
  readonly statusCode?: number | undefined;
  /** Name of the status, for example `Bad Request`. */
  readonly error?: string | undefined;
  /** The numbered messages, in order; of a body over 64 KiB, the first twenty. */
  readonly messages: readonly TransactionReportErrorMessage[];
  /** Request URL, as the service received it. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed portal content call (§7.2). */
export interface PortalContentErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'portalContent';
  /** The documented message. */
  readonly message: string;
  /** Description of the error. */
  readonly body: string;
  /** Path template of the request. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed price point call (§7.3). */
export interface PricePointErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'pricePoint';
  /** The documented message. */
  readonly message: string;
  /** For the reason `country_not_found`: the country code without custom pricing. */
  readonly countryCode2?: string;
  /** For the reason `price_point_not_found`: the missing price point, in US cents. */
  readonly priceInUsdCents?: number;
}

/** Body of a personalization call that failed validation (§7.4). */
export interface PersonalizationErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'personalization';
  /** The documented message. */
  readonly message: string;
  /** The failed validations. */
  readonly failures: readonly string[];
  /** Request URL, as the service received it. */
  readonly requestUrl?: string | undefined;
}

/** An undocumented body (§7.5). */
export interface UnknownErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'unknown';
}

/** The parsed body of an error response; discriminated by `family`. */
export type ApiErrorDetails =
  | TransactionReportErrorDetails
  | PortalContentErrorDetails
  | PricePointErrorDetails
  | PersonalizationErrorDetails
  | UnknownErrorDetails;
