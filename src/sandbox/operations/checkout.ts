import { createCheckoutSession } from '../../contract/checkout.ts';
import { route, type Route } from '../call.ts';
import { errorAnswer } from '../error-answers.ts';
import type { World } from '../world.ts';

const checkoutPage = 'https://checkout.publisher-commerce.invalid';

/** Checkout sessions (§4.15). Each request opens another one, as two purchases of one player do. */
export function checkoutRoutes({ ids }: World): Route[] {
  return [
    route(
      createCheckoutSession,
      () => {
        const checkoutSessionToken = ids.next('session-');
        return {
          checkoutSessionToken,
          purchaseId: ids.next('purchase-'),
          url: `${checkoutPage}/?session=${checkoutSessionToken}`,
          parsedUrl: `${checkoutPage}/session/${checkoutSessionToken}`,
        };
      },
      (place, _body, problem) => errorAnswer(place, 400, `Invalid request body: ${problem}`),
    ),
  ];
}
