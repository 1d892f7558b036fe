import type { ApiErrorReason } from '../errors/index.ts';
import { documentedError, type ErrorAnswer, errorAnswer, messageOf, type Place } from './error-answers.ts';

/** Says no to a request without the publisher's token, in the words of its operation's family (§5, §7). */
export function authorize(place: Place, headers: Headers, token: string): ErrorAnswer | undefined {
  const reason = tokenFailure(headers.get('x-publisher-token'), token);
  if (!reason) return undefined;
  switch (place.family) {
    case 'transactionReport':
      return documentedError(place, reason);
    case 'portalContent':
      return documentedError(place, 'unauthorized');
    case 'personalization':
      return errorAnswer(place, 401, 'Unauthorized', messageOf(reason));
    case 'pricePoint':
    case 'unknown':
      return errorAnswer(place, 401, messageOf(reason));
  }
}

function tokenFailure(received: string | null, token: string): ApiErrorReason | undefined {
  if (!received) return 'token_required';
  // Two headers arrive as one text, joined by a comma and a space: no telling whose request it is.
  if (!/^[\x21-\x7e]+$/.test(received)) return 'authorization_failed';
  return received === token ? undefined : 'publisher_not_found';
}
