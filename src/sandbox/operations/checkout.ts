import { createCheckoutSession } from '../../client/api/checkout.ts';
import { checkoutPath, sessionParameter, sessionPath } from '../paths.ts';
import { openSession } from '../purchases/open-session.ts';
import { asStored, sessionProblem } from '../purchases/session-request.ts';
import { Rejection } from './errors.ts';
import { type Context, invalidBody, route, type Route } from './route.ts';

/** Reserved: a sandbox that does not listen on a port has no pages. */
const noPages = 'https://checkout.publisher-commerce.invalid';

/**
 * Checkout sessions (§4.15). Each request creates another session.
 *
 * The unit of `priceDetails.price` is not documented: it is that of the option `checkoutPriceUnit`. Sessions keep it in
 * the smallest unit of the currency, like the amounts of transactions (§2.1).
 */
export function checkoutRoutes(context: Context): Route[] {
  const { settings, store } = context;
  return [
    route(createCheckoutSession, ({ body, source, pageOrigin = noPages }) => {
      const problem = sessionProblem(body, store, settings.locales, settings);
      if (problem) throw new Rejection(invalidBody(source, body, `${problem.path} ${problem.message}`));
      const created = openSession(context, asStored(body, settings));
      const { checkoutSessionToken } = created;
      return {
        ...created,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service sends both
        url: `${pageOrigin}${checkoutPath}?${sessionParameter}=${checkoutSessionToken}`,
        parsedUrl: pageOrigin + sessionPath(checkoutSessionToken),
      };
    }),
  ];
}
