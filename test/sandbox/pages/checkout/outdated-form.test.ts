import { expect, test } from 'vitest';

import type { CheckoutSessionCreate } from '../../../../src/api/checkout.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { newFile } from '../../store/files.ts';
import { checkoutOf, formOf, startCheckout, submit } from './checkout-server.ts';

const oneDollar = { priceDetails: { price: 100, currency: 'USD' } };
const others: readonly (readonly [name: string, session: Partial<CheckoutSessionCreate>, hours: number])[] = [
  ['price', { priceDetails: { price: 99_900, currency: 'USD' } }, 0],
  ['currency', { priceDetails: { price: 100, currency: 'KWD' } }, 0],
  ['country, which adds tax', { ...oneDollar, countryCode2: 'CA' }, 0],
  ['offer', { ...oneDollar, offer: { name: 'Another bag', sku: 'bag-of-gems' } }, 0],
  ['time', oneDollar, 1],
];

test.each(others)(
  'after a reset, a form does nothing to a session with the same ids and another %s',
  async (_name, session, hours) => {
    const { sandbox, open, rows } = await startCheckout();
    const first = await open(oneDollar);
    const form = await formOf(first.parsedUrl);
    sandbox.reset();
    sandbox.advance(hours * 3_600_000);
    const second = await open(session);
    expect(second).toEqual(first);
    const before = sandbox.state();

    for (const action of ['pay', 'decline', 'cancel']) {
      const response = await submit(first.parsedUrl, action, undefined, form);
      expect(response.status).toBe(409);
      expect(await response.text()).toContain(`href="${new URL(first.parsedUrl).pathname}"`);
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

test('a form from before a restart pays the session that it shows, and no other', async () => {
  const options = { data: newFile(), transactions: 0, now: () => new Date('2026-11-20T12:00:00Z') };
  let path: string;
  let form: Readonly<Record<string, string>>;
  {
    await using sandbox = createSandbox(options);
    await using server = await sandbox.listen();
    const { parsedUrl } = await checkoutOf(sandbox, server.url).open();
    path = new URL(parsedUrl).pathname;
    form = await formOf(parsedUrl);
  }
  await using sandbox = createSandbox(options);
  await using server = await sandbox.listen();
  const { open } = checkoutOf(sandbox, server.url);
  const other = await open();
  expect((await submit(other.parsedUrl, 'pay', undefined, form)).status).toBe(409);
  expect((await submit(server.url + path, 'pay', undefined, form)).status).toBe(303);
  expect(sandbox.state().sessions).toMatchObject([{ state: 'paid' }, { state: 'open' }]);
});
