/** A stable word for every error message that the specification shows (§7). */
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
  | 'schema_validation';

/** Body of a failed transaction report (§7.1). */
export interface TransactionReportErrorDetails {
  /** Tells this body from the others. */
  readonly family: 'transactionReport';
  /** The status that the body names. */
  readonly statusCode?: number | undefined;
  /** The name of the status, for example `Bad Request`. */
  readonly error?: string | undefined;
  /** The numbered messages, in the order of the body; the first twenty of a body over 64 KiB. */
  readonly messages: readonly {
    readonly validationErrorNumber?: number | undefined;
    readonly error: string;
  }[];
  /** URL of the request, as the service saw it. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed portal content call (§7.2). */
export interface PortalContentErrorDetails {
  /** Tells this body from the others. */
  readonly family: 'portalContent';
  /** The documented message. */
  readonly message: string;
  /** What the message means, in a sentence. */
  readonly body: string;
  /** Path template of the request. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed price point call (§7.3). */
export interface PricePointErrorDetails {
  /** Tells this body from the others. */
  readonly family: 'pricePoint';
  /** The documented message. */
  readonly message: string;
  /** With the reason `country_not_found`: the country code that has no custom pricing. */
  readonly countryCode2?: string;
  /** With the reason `price_point_not_found`: the price point that is not there, in US cents. */
  readonly priceInUsdCents?: number;
}

/** Body of a personalization call that failed validation (§7.4). */
export interface PersonalizationErrorDetails {
  /** Tells this body from the others. */
  readonly family: 'personalization';
  /** The documented message. */
  readonly message: string;
  /** The failed validations, one each. */
  readonly failures: readonly string[];
  /** URL of the request, as the service saw it. */
  readonly requestUrl?: string | undefined;
}

/** A body that the specification does not show (§7.5). */
export interface UnknownErrorDetails {
  /** Tells this body from the others. */
  readonly family: 'unknown';
}

/** The documented body of an error answer, told apart by `family`. */
export type ApiErrorDetails =
  | TransactionReportErrorDetails
  | PortalContentErrorDetails
  | PricePointErrorDetails
  | PersonalizationErrorDetails
  | UnknownErrorDetails;
