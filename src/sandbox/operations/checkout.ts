import { createCheckoutSession } from '../../api/checkout.ts';
import { asStored, type ReceiptLocales, sessionProblem } from '../purchases/session-request.ts';
import { checkoutPath, sessionParameter, sessionPath } from '../purchases/session-urls.ts';
import type { StoredSession } from '../store/session.ts';
import { type ErrorResponse, errorResponse, type ErrorSource, Rejection } from './errors.ts';
import { type Context, route, type Route } from './route.ts';

/** Reserved: a sandbox that does not listen on a port has no pages. */
const noPages = 'https://checkout.publisher-commerce.invalid';

/**
 * Checkout sessions (§4.15). Each request creates another session.
 *
 * The unit of `priceDetails.price` is not documented: it is that of the option `checkoutPriceUnit`. Sessions keep it in
 * the smallest unit of the currency, like the amounts of transactions (§2.1).
 */
export function checkoutRoutes({ settings, store, ids, clock }: Context): Route[] {
  const locales: ReceiptLocales = {
    enabled: settings.locales,
    isTranslated: (requested) =>
      [...store.list('dynamicTranslations'), ...store.list('staticTranslations')].some(
        ({ locale }) => locale === requested,
      ),
  };

  const newIds = (): Pick<StoredSession, 'checkoutSessionToken' | 'purchaseId'> => {
    // A seed file may have sessions and transactions of another sandbox, and their ids may have been edited.
    for (let number = store.count('sessions'); ; number += 1) {
      const checkoutSessionToken = ids('session-', 2 * number);
      const purchaseId = ids('purchase-', 2 * number + 1);
      if (!store.isUsed(checkoutSessionToken) && !store.isUsed(purchaseId)) {
        return { checkoutSessionToken, purchaseId };
      }
    }
  };

  return [
    route(
      createCheckoutSession,
      ({ body, source, pageOrigin = noPages }) => {
        const problem = sessionProblem(body, locales, settings.checkoutPriceUnit);
        if (problem) throw new Rejection(invalidBody(source, body, `${problem.path} ${problem.message}`));
        const { checkoutSessionToken, purchaseId } = newIds();
        const session: StoredSession = {
          checkoutSessionToken,
          purchaseId,
          state: 'open',
          createdAt: clock.now().toISOString(),
          request: asStored(body, settings.checkoutPriceUnit),
        };
        store.write({ table: 'sessions', key: checkoutSessionToken, row: session });
        return {
          checkoutSessionToken,
          purchaseId,
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service sends both
          url: `${pageOrigin}${checkoutPath}?${sessionParameter}=${checkoutSessionToken}`,
          parsedUrl: pageOrigin + sessionPath(checkoutSessionToken),
        };
      },
      invalidBody,
    ),
  ];
}

function invalidBody(source: ErrorSource, _body: unknown, problem: string): ErrorResponse {
  return errorResponse(source, 400, `Invalid request body: ${problem}`);
}
