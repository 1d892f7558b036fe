// Compiled by `npm run check:types`. A switch over all codes is in programs/correct.ts, which compilers.test.ts compiles
// against the built declarations.
import {
  type CallbackErrorReason,
  type DatabaseErrorReason,
  isPublisherError,
  type Issue,
  PublisherError,
  type RateLimitError,
} from 'publisher-commerce';

/** A documented reason narrows to its class and its details, whatever was known before. */
export function byDocumentedReason(error: unknown): string {
  if (!isPublisherError(error)) return 'another error';
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
      return error.reason satisfies CallbackErrorReason | DatabaseErrorReason;
  }
}

/** The code narrows after `instanceof` as after `isPublisherError`, and every error may have a status. */
export function byCode(error: unknown): readonly unknown[] {
  if (isPublisherError(error) && error.status === 429) return [error.attempts];
  if (!(error instanceof PublisherError)) return [];
  if (error.code === 'rate_limited') return [error.retryAfter, error satisfies RateLimitError];
  if (error.code === 'invalid_request') return [error.issues satisfies readonly Issue[]];
  if (error.reason === 'country_not_found') return [error.details.countryCode2.trim()];
  return [error.status satisfies number | undefined, error.outcome, error.checkpoint];
}
