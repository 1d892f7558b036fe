import { expect, test } from 'vitest';

import { jsonOf, listeningSandbox } from './run-trigger.ts';
import { said } from '../../../support/said.ts';

interface Bought {
  readonly purchaseId: string;
  readonly transaction: {
    readonly offerDetails: object;
    readonly customerDetails: object;
    readonly geolocation: { readonly countryCode2: string };
    readonly transactionDetails: {
      readonly amount: number;
      readonly currencyCode: string;
      readonly type: string;
    };
  };
}

test('buy pays the first offer for a player in the United States', async () => {
  const { sandbox, trigger } = await listeningSandbox();
  const { code, out, err } = await trigger('buy');
  const [row, ...others] = sandbox.state().transactions;

  expect({ code, err, others }).toEqual({ code: 0, err: '', others: [] });
  const offer = sandbox.state().offers[0];
  expect(row).toMatchObject({
    customerDetails: { id: 'player-1' },
    geolocation: { countryCode2: 'US' },
    offerDetails: { offerId: offer?.offerId, offerName: offer?.name },
    transactionDetails: {
      type: 'paid',
      amount: offer?.productsSequence?.[0]?.priceInUsdCents,
      currencyCode: 'USD',
    },
  });
  expect(out).toContain(`${row?.purchaseId} is paid: `);
});

test('buy takes a player, an offer and a country, whose price may be overridden', async () => {
  const { sandbox, url, trigger } = await listeningSandbox();
  await fetch(`${url}/v1/price-points`, {
    method: 'POST',
    headers: { 'x-publisher-token': sandbox.token, 'content-type': 'application/json' },
    body: JSON.stringify({ priceInUsdCents: 1299, priceOverrides: [{ countryCode2: 'DE', price: 11.99 }] }),
  });
  const flags = ['--player', 'ann', '--offer', 'season-pass', '--json'];
  const german = jsonOf(await trigger('buy', ...flags, '--country', 'de')) as Bought;
  const japanese = jsonOf(await trigger('buy', ...flags, '--country', 'JP')) as Bought;

  expect(german.transaction).toMatchObject({
    customerDetails: { id: 'ann' },
    geolocation: { countryCode2: 'DE' },
    offerDetails: { offerName: 'Season pass', type: 'SpecialOffer' },
    transactionDetails: { amount: 1199, currencyCode: 'EUR' },
  });
  expect(japanese.transaction.transactionDetails.currencyCode).toBe('JPY');
  expect(japanese.purchaseId).not.toBe(german.purchaseId);
});

test.each([
  [['--offer', 'nothing'], '--offer: '],
  [['--country', 'ZZ'], '--country: … DE'],
  [['--player', ''], '--player: '],
])('%j buys nothing, and names the flag', async (flags, problem) => {
  const { sandbox, trigger } = await listeningSandbox();
  const { code, err } = await trigger('buy', ...flags);

  expect(err).toMatch(said(problem));
  expect(code).toBe(2);
  expect(sandbox.state()).toMatchObject({ sessions: [], transactions: [] });
});
