import type { ApiErrorReason } from '../../errors/index.ts';
import {
  documentedError,
  type ErrorResponse,
  errorResponse,
  type ErrorSource,
  messageOf,
} from './error-responses.ts';

/** The error response for a request without a valid publisher token (§5, §7), or `undefined` if it is valid. */
export function authorize(source: ErrorSource, headers: Headers, token: string): ErrorResponse | undefined {
  const reason = tokenFailure(headers.get('x-publisher-token'), token);
  if (!reason) return undefined;
  switch (source.family) {
    case 'transactionReport':
      return documentedError(source, reason);
    case 'portalContent':
      return documentedError(source, 'unauthorized');
    case 'personalization':
      return errorResponse(source, 401, 'Unauthorized', messageOf(reason));
    case 'pricePoint':
    case 'unknown':
      return errorResponse(source, 401, messageOf(reason));
  }
}

function tokenFailure(received: string | null, token: string): ApiErrorReason | undefined {
  if (!received) return 'token_required';
  // `Headers` joins two headers of one name with a comma and a space: the publisher is ambiguous.
  if (!/^[\x21-\x7e]+$/.test(received)) return 'authorization_failed';
  return received === token ? undefined : 'publisher_not_found';
}
