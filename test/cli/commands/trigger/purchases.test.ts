import { expect, test } from 'vitest';

import { openSession } from '../../../sandbox/sessions.ts';
import { jsonOf, listeningSandbox } from './run-trigger.ts';
import { said } from '../../../support/said.ts';

test('pay prints the purchase, its amount and the row of the report', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox);

  const { code, out, err } = await trigger('pay', checkoutSessionToken);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [row, ...others] = sandbox.state().transactions;
  expect(others).toEqual([]);
  expect(out).toBe(
    `${purchaseId} is paid: 9.99 USD\n` +
      `row ${String(row?.transactionDetails.id)}: paid, tax 0.00 USD, net 9.49 USD, ${String(row?.orderId)}, ` +
      '2026-01-15T12:00:00.000Z\n',
  );
});

test('an amount has the decimals of its currency', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const changes = { priceDetails: { price: 1999, currency: 'JPY' }, countryCode2: 'JP' };
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox, changes);

  expect((await trigger('pay', checkoutSessionToken)).out).toContain(`${purchaseId} is paid: 1,999 JPY\n`);
  expect((await trigger('refund', purchaseId)).out).toContain(`${purchaseId} is refunded: -1,999 JPY\n`);
});

test('an amount has the decimals that the sandbox counts its currency with', async () => {
  const { sandbox, url, trigger } = await listeningSandbox({ currencyDigits: { HUF: 0 } });
  const changes = { priceDetails: { price: 3490, currency: 'HUF' }, countryCode2: 'HU' };
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox, changes);
  const headers = { accept: 'text/html' };
  const page = async (path: string) => (await fetch(url + path, { headers })).text();

  expect(await page(`/checkout/${checkoutSessionToken}`)).toContain('HUF\u00A03,490<');
  expect(await page('/')).toContain('<span class="amount">3,490 HUF</span>');
  const { out } = await trigger('pay', checkoutSessionToken, '--currency-digits', 'HUF=0');
  expect(out).toContain(`${purchaseId} is paid: 3,490 HUF\n`);
});

test('decline and authenticate leave the session open, cancel ends it, and none adds a row', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const { checkoutSessionToken: token } = await openSession(sandbox);
  const noRow = 'no row in the transaction report\n';

  const declined = `${token} is declined: 9.99 USD; the session is open\n${noRow}`;
  expect(await trigger('decline', token)).toEqual({ code: 0, out: declined, err: '' });
  expect(sandbox.state()).toMatchObject({ sessions: [{ state: 'open' }], transactions: [] });
  const asked = `${token} is waiting for the player: 9.99 USD; the session is open\n${noRow}`;
  expect((await trigger('authenticate', token)).out).toBe(asked);
  expect(sandbox.state().sessions).toMatchObject([{ attempt: 'authentication_required' }]);
  await trigger('decline', token, '--reason', 'card_expired');
  expect(sandbox.state().sessions).toMatchObject([{ attempt: 'card_expired' }]);
  const cancelled = `${token} is cancelled: 9.99 USD\n${noRow}`;
  expect(await trigger('cancel', token)).toEqual({ code: 0, out: cancelled, err: '' });
  expect(sandbox.state()).toMatchObject({ sessions: [{ state: 'cancelled' }], transactions: [] });
});

test('--json prints one object with the state and the transaction', async () => {
  const { sandbox, url, trigger } = await listeningSandbox();
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox);
  const other = await openSession(sandbox);

  const paid = await trigger('pay', checkoutSessionToken, '--json');
  const disputed = await trigger('dispute', purchaseId, '--json');
  const reinstated = await trigger('reinstate', purchaseId, '--json');
  const declined = await trigger('decline', other.checkoutSessionToken, '--json');

  const { transactions, sessions } = sandbox.state();
  expect(transactions.map(({ transactionDetails }) => transactionDetails.type)).toEqual([
    'paid',
    'dispute_funds_withdrawn',
    'dispute_funds_reinstated',
  ]);
  const [first, second, third] = transactions;
  expect(jsonOf(paid)).toEqual({
    ...{ trigger: 'pay', url, checkoutSessionToken, purchaseId, state: 'paid', transaction: first },
  });
  expect(jsonOf(disputed)).toEqual({
    ...{ trigger: 'dispute', url, purchaseId, state: 'disputed', transaction: second },
  });
  expect(jsonOf(reinstated)).toEqual({
    ...{ trigger: 'reinstate', url, purchaseId, state: 'reinstated', transaction: third },
  });
  expect(jsonOf(declined)).toEqual({
    ...{ trigger: 'decline', url, state: 'open', session: sessions[1] },
    ...{ checkoutSessionToken: other.checkoutSessionToken, purchaseId: other.purchaseId },
  });
});

test.each([
  ['pay', 'nothing', 'token'],
  ['refund', 'nothing', 'purchase'],
  ['refund', '..', 'id'],
])('%s of %j says what no session has', async (name, id, noun) => {
  const { trigger } = await listeningSandbox();

  expect((await trigger(name, id)).err).toContain(`No checkout session has this ${noun}`);
});

test.each(['pay', 'decline', 'cancel', 'refund', 'dispute', 'reinstate'])(
  '%s of an unknown id exits with 1 and says where the ids are',
  async (name) => {
    const { url, trigger } = await listeningSandbox();

    for (const id of ['nothing', '.', '..']) {
      const { code, out, err } = await trigger(name, id);

      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(said(`publisher-commerce: No … ${url}/_sandbox/state`));
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
  },
);

test('a purchase in another state exits with 1 and names both states', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox);
  await trigger('cancel', checkoutSessionToken);

  const message = `The purchase ${purchaseId} is cancelled: it must be open to be paid`;
  const inWords = await trigger('pay', checkoutSessionToken);
  expect(inWords).toEqual({ code: 1, out: '', err: `publisher-commerce: ${message}\n` });
  const inJson = await trigger('pay', checkoutSessionToken, '--json');
  expect(inJson.code).toBe(1);
  expect(jsonOf(inJson)).toEqual({ error: { code: 'wrong_purchase_state', message } });
  expect(sandbox.state().transactions).toEqual([]);
});

test('an id is one segment of the path, whatever it contains', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const { checkoutSessionToken: token } = await openSession(sandbox);

  expect((await trigger('pay', `../sessions/${token}`)).code).toBe(1);
  expect((await trigger('pay', `${token}/cancel?`)).code).toBe(1);
  expect(sandbox.state().sessions).toMatchObject([{ state: 'open' }]);
});
