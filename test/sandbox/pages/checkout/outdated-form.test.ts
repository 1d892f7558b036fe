import { expect, test } from 'vitest';

import type { CheckoutSessionCreate } from '../../../../src/client/api/checkout.ts';
import { formOf, startCheckout, submit } from './checkout-server.ts';

const oneDollar = { priceDetails: { price: 100, currency: 'USD' } };
const others: readonly (readonly [name: string, session: Partial<CheckoutSessionCreate>, hours: number])[] = [
  ['price', { priceDetails: { price: 99_900, currency: 'USD' } }, 0],
  ['offer', { ...oneDollar, offer: { name: 'Another bag', sku: 'bag-of-gems' } }, 0],
  ['time', oneDollar, 1],
];

test.each(others)(
  'after a restart with a seed, a form does nothing to a session with the same ids and another %s',
  async (_name, session, hours) => {
    const earlier = await startCheckout({ seed: 1 });
    const first = await earlier.open(oneDollar);
    const form = await formOf(first.parsedUrl);
    const { sandbox, open, rows } = await startCheckout({ seed: 1 });
    sandbox.advance(hours * 3_600_000);
    const second = await open(session);
    expect(second.purchaseId).toBe(first.purchaseId);
    const before = sandbox.state();

    for (const action of ['pay', 'decline', 'cancel']) {
      const response = await submit(second.parsedUrl, action, undefined, form);
      expect(response.status).toBe(409);
      expect(await response.text()).toContain(`href="${new URL(second.parsedUrl).pathname}"`);
    }
    expect(sandbox.state()).toEqual(before);

    // The page has the form of the session as it is now.
    expect((await submit(second.parsedUrl, 'pay')).headers.get('location')).toMatch(/receipt$/);
    expect(await rows()).toHaveLength(1);
  },
);

test('a form without the digest of its session, or of another one, changes nothing', async () => {
  const { sandbox, open } = await startCheckout();
  const [session, other] = [await open(), await open()];
  const before = sandbox.state();
  for (const form of [{}, { digest: '' }, await formOf(other.parsedUrl)]) {
    expect((await submit(session.parsedUrl, 'pay', undefined, form)).status).toBe(409);
  }
  expect(sandbox.state()).toEqual(before);
});
