import type { ApiErrorReason } from '../errors/index.ts';
import type { ErrorFamily } from './operation.ts';

/** A documented error message (§7). */
export interface DocumentedError {
  readonly reason: Exclude<ApiErrorReason, 'price_point_differs'>;
  readonly family: ErrorFamily;
  /** Sections of the operations that respond with it. */
  readonly sections: readonly string[];
  /** HTTP status. */
  readonly status: number;
  /** Whether the status is documented; otherwise it follows from the message. */
  readonly isStatusShown: boolean;
  /** The message; `<placeholder>` matches any value. */
  readonly message: string;
  /** The `body` field of a portal content error. */
  readonly body?: string;
}

const report = { family: 'transactionReport', sections: ['4.1'], isStatusShown: true } as const;
const content = { family: 'portalContent', isStatusShown: false } as const;
const price = { family: 'pricePoint', isStatusShown: false } as const;

/** All error messages of §7, in order. */
export const documentedErrors: readonly DocumentedError[] = [
  {
    ...report,
    status: 400,
    reason: 'end_date_not_after_start_date',
    message: 'endDate must be after startDate',
  },
  {
    ...report,
    status: 400,
    reason: 'invalid_sort_direction',
    message: 'sortDirection must be either "asc" or "desc"',
  },
  { ...report, status: 401, reason: 'token_required', message: 'Publisher token is required' },
  { ...report, status: 401, reason: 'publisher_not_found', message: 'Publisher not found' },
  { ...report, status: 401, reason: 'authorization_failed', message: 'Failed to authorize publisher token' },
  { ...report, status: 500, reason: 'transactions_failed', message: 'Failed to get transactions' },
  {
    ...content,
    sections: ['4.3'],
    status: 400,
    reason: 'bad_request',
    message: 'BAD_REQUEST',
    body: 'Invalid request body or validation error.',
  },
  {
    ...content,
    sections: ['4.2', '4.3'],
    status: 401,
    reason: 'unauthorized',
    message: 'UNAUTHORIZED',
    body: 'Invalid or missing publisher token.',
  },
  {
    ...content,
    sections: ['4.2', '4.3'],
    status: 404,
    reason: 'content_not_found',
    message: 'NOT_FOUND',
    body: 'Content not found.',
  },
  {
    ...content,
    sections: ['4.3'],
    status: 409,
    reason: 'slug_exists',
    message: 'CONFLICT',
    body: 'Slug already exists.',
  },
  {
    ...content,
    sections: ['4.3'],
    status: 413,
    reason: 'payload_too_large',
    message: 'PAYLOAD_TOO_LARGE',
    body: 'Request payload is too large.',
  },
  {
    ...content,
    sections: ['4.2', '4.3'],
    status: 500,
    reason: 'internal_server_error',
    message: 'INTERNAL_SERVER_ERROR',
    body: 'Server error.',
  },
  {
    ...price,
    sections: ['4.4', '4.7'],
    status: 400,
    reason: 'invalid_body',
    message: 'Invalid request body.',
  },
  {
    ...price,
    sections: ['4.4', '4.7'],
    // The country is a field of the request body: nothing that the request addresses is missing.
    status: 400,
    reason: 'country_not_found',
    message: 'Country code <country_code> not found in existing custom pricing.',
  },
  {
    ...price,
    sections: ['4.7'],
    status: 404,
    reason: 'price_point_not_found',
    message: 'Price point <price_in_usd_cents> not found.',
  },
  {
    ...price,
    sections: ['4.4', '4.7'],
    status: 409,
    reason: 'price_point_exists',
    message: 'Cannot create new pricing. The price point already exists.',
  },
  {
    family: 'personalization',
    isStatusShown: false,
    sections: ['4.12'],
    status: 400,
    reason: 'schema_validation',
    message: 'Schema Validation Error',
  },
];
