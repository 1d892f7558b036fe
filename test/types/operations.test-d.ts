import { getPricePoint, listPricePoints, updatePricePoint } from '../../src/client/api/price-points.ts';
import type { CheckoutSession, PricePoint, PricePointList } from '../../src/client/index.ts';
import type { Transport } from '../../src/client/http/transport.ts';

// What an operation takes and returns is checked where it is sent. `check:types` fails if one of the lines below
// that are marked as errors compiles.
export async function operations(transport: Transport): Promise<unknown[]> {
  const params = { priceInUsdCents: 999 };
  const point: PricePoint = await transport.send(getPricePoint, { params });
  const list: PricePointList = await transport.send(listPricePoints, {});
  await transport.send(updatePricePoint, { params, body: { updatedPriceInUsdCents: 1099 } });

  // @ts-expect-error -- its parameters are required
  await transport.send(getPricePoint, {});
  // @ts-expect-error -- its body is required
  await transport.send(updatePricePoint, { params });
  // @ts-expect-error -- a price is a number
  await transport.send(getPricePoint, { params: { priceInUsdCents: '999' } });
  // @ts-expect-error -- it takes no parameters
  await transport.send(listPricePoints, { params });
  // @ts-expect-error -- it returns a price point
  const wrong: PricePointList = await transport.send(getPricePoint, { params });
  return [point, list, wrong];
}

/** What a session is opened for, in a handler of a web request. */
export function redirect(session: CheckoutSession): Response {
  return Response.redirect(session.parsedUrl);
}
