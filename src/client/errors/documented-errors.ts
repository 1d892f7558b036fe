/** All error messages of §7, in order: sections of the operations, status, reason, message, and `body` of portal content. */
const documented = {
  transactionReport: [
    ['4.1', 400, 'end_date_not_after_start_date', 'endDate must be after startDate'],
    ['4.1', 400, 'invalid_sort_direction', 'sortDirection must be either "asc" or "desc"'],
    ['4.1', 401, 'token_required', 'Publisher token is required'],
    ['4.1', 401, 'publisher_not_found', 'Publisher not found'],
    ['4.1', 401, 'authorization_failed', 'Failed to authorize publisher token'],
    ['4.1', 500, 'transactions_failed', 'Failed to get transactions'],
  ],
  portalContent: [
    ['4.3', 400, 'bad_request', 'BAD_REQUEST', 'Invalid request body or validation error.'],
    ['4.2 4.3', 401, 'unauthorized', 'UNAUTHORIZED', 'Invalid or missing publisher token.'],
    ['4.2 4.3', 404, 'content_not_found', 'NOT_FOUND', 'Content not found.'],
    ['4.3', 409, 'slug_exists', 'CONFLICT', 'Slug already exists.'],
    ['4.3', 413, 'payload_too_large', 'PAYLOAD_TOO_LARGE', 'Request payload is too large.'],
    ['4.2 4.3', 500, 'internal_server_error', 'INTERNAL_SERVER_ERROR', 'Server error.'],
  ],
  pricePoint: [
    ['4.4 4.7', 400, 'invalid_body', 'Invalid request body.'],
    // The country is a field of the request body: nothing that the request addresses is missing.
    [
      '4.4 4.7',
      400,
      'country_not_found',
      'Country code <country_code> not found in existing custom pricing.',
    ],
    ['4.7', 404, 'price_point_not_found', 'Price point <price_in_usd_cents> not found.'],
    ['4.4 4.7', 409, 'price_point_exists', 'Cannot create new pricing. The price point already exists.'],
  ],
  personalization: [['4.12', 400, 'schema_validation', 'Schema Validation Error']],
} as const;

type DocumentedFamily = keyof typeof documented;

/** The documented family of error bodies of an operation (§7). */
export type ErrorFamily = DocumentedFamily | 'unknown';

/** A stable identifier for each documented error message (§7). */
export type ApiErrorReason = (typeof documented)[keyof typeof documented][number][2];

/** A documented error message (§7). */
export interface DocumentedError {
  readonly reason: ApiErrorReason;
  readonly family: DocumentedFamily;
  /** Sections of the operations that respond with it. */
  readonly sections: readonly string[];
  /** HTTP status. */
  readonly status: number;
  /** Whether the status is documented; otherwise it follows from the message. */
  readonly isStatusShown: boolean;
  /** The message; `<placeholder>` matches any value. */
  readonly message: string;
  /** The `body` field of a portal content error. */
  readonly body?: string | undefined;
}

/** All error messages of §7, in order. */
export const documentedErrors: readonly DocumentedError[] = Object.entries(documented).flatMap(
  ([family, rows]) =>
    rows.map(([sections, status, reason, message, body]) => ({
      // The keys of the table.
      family: family as DocumentedFamily,
      isStatusShown: family === 'transactionReport',
      sections: sections.split(' '),
      status,
      reason,
      message,
      body,
    })),
);
