import { expect, test } from 'vitest';

import { InvalidAmountError, type Transaction } from '../../src/client/index.ts';
import { flatten, ledgerColumns, ledgerJsonSchema } from '../../src/ledger/index.ts';
import { paidTransaction, refundTransaction } from '../literals/transactions.ts';

function inCurrency(currencyCode: string, amount: number): Transaction {
  return {
    ...paidTransaction,
    transactionDetails: { ...paidTransaction.transactionDetails, currencyCode, amount },
  };
}

test('a transaction becomes a flat row, with every amount as a decimal and as an integer', () => {
  expect(flatten(paidTransaction)).toEqual({
    timestamp: '2026-10-01T08:15:30.000Z',
    type: 'paid',
    transaction_id: 'tx-1001',
    order_id: 'order-1001',
    purchase_id: 'purchase-1001',
    publisher_transaction_id: 'publisher-tx-1001',
    currency_code: 'EUR',
    currency_symbol: '€',
    amount: '9.99',
    amount_minor: 999,
    amount_usd: '10.87',
    amount_usd_minor: 1087,
    total_tax_amount: '1.60',
    total_tax_amount_minor: 160,
    total_tax_amount_usd: '1.74',
    total_tax_amount_usd_minor: 174,
    currency_exchange_cost_usd: '0.11',
    currency_exchange_cost_usd_minor: 11,
    chargeback_fee_usd: '0.00',
    chargeback_fee_usd_minor: 0,
    transaction_fee_usd: '0.54',
    transaction_fee_usd_minor: 54,
    publisher_net_amount_usd: '8.48',
    publisher_net_amount_usd_minor: 848,
    payment_method: 'card',
    customer_id: 'player-7',
    customer_email: 'player7@example.com',
    country_code: 'DE',
    player_ip: '192.0.2.7',
    region: 'Bavaria',
    ip_address: '192.0.2.7',
    zip_code: '80331',
    os_type: 'Windows',
    os_version: '11',
    browser_type: 'Firefox',
    browser_version: '140.0',
    offer_id: 'offer-1',
    offer_name: 'Starter Bundle',
    offer_type: 'Bundle',
    products:
      '[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]',
  });
});

test('a refund in yen has negative amounts without decimals, and null where a field is null or missing', () => {
  expect(flatten(refundTransaction)).toMatchObject({
    amount: '-1500',
    amount_minor: -1500,
    amount_usd: '-10.10',
    total_tax_amount: '-136',
    player_ip: null,
    os_type: null,
    products: '[]',
  });
});

test.each([
  ['USD', 499, '4.99'],
  ['JPY', 2143, '2143'],
  ['KWD', 6137, '6.137'],
  ['CLF', -1, '-0.0001'],
  ['usd', 5, '0.05'],
  ['USD', Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('an amount in %s of %d is %s', (currencyCode, amount, decimal) => {
  expect(flatten(inCurrency(currencyCode, amount))).toMatchObject({ amount: decimal, amount_minor: amount });
});

// 'ſ' is S in capital letters.
test.each(['GOLD', 'XYZ', '', 'uſd', '💎'])(
  'an amount in %j, which is not in ISO 4217, has no decimal',
  (currencyCode) => {
    expect(flatten(inCurrency(currencyCode, 499))).toMatchObject({
      currency_code: currencyCode,
      amount: null,
      amount_minor: 499,
      total_tax_amount: null,
      total_tax_amount_minor: 160,
      amount_usd: '10.87',
    });
  },
);

test('missing objects, and fields of another type, which tolerant mode delivers, are null and JSON', () => {
  const received = {
    ...paidTransaction,
    orderId: 17,
    purchaseId: { id: 'a' },
    customerDetails: null,
    geolocation: undefined,
    device: 'phone',
    offerDetails: [],
  };

  // As the type says that these do not occur.
  expect(flatten(received as unknown as Transaction)).toMatchObject({
    order_id: '17',
    purchase_id: '{"id":"a"}',
    customer_id: null,
    customer_email: null,
    country_code: null,
    os_type: null,
    offer_id: null,
    products: null,
  });
});

test('every documented field of a transaction has a column', () => {
  const paths = (value: object, above: string): string[] =>
    Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
      typeof child === 'object' && child !== null && !Array.isArray(child)
        ? paths(child, `${above}${key}.`)
        : [`${above}${key}`],
    );

  expect(new Set(ledgerColumns.map(({ path }) => path))).toEqual(new Set(paths(paidTransaction, '')));
});

test('the JSON Schema describes every column, and which may be null', () => {
  expect(ledgerJsonSchema.required).toEqual(Object.keys(flatten(paidTransaction)));
  expect(ledgerJsonSchema.properties['amount']).toEqual({
    type: ['string', 'null'],
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    description:
      'Amount; negative for refunds. Null if `currency_code` is not in ISO 4217 (major units of `currency_code`)',
  });
  expect(ledgerJsonSchema.properties['amount_minor']).toMatchObject({
    type: 'integer',
    minimum: -9007199254740991,
    maximum: 9007199254740991,
  });
  expect(ledgerJsonSchema.properties['type']).toMatchObject({ type: 'string' });
});

test('decimals follow the option for currencies that the service counts otherwise', () => {
  const options = { currencyDigits: { HUF: 0, KWD: 2, GEM: 1 } };
  const rows = [inCurrency('HUF', 3490), inCurrency('kwd', 307), inCurrency('GEM', 15), inCurrency('JPY', 7)];
  expect(rows.map((row) => flatten(row, options).amount)).toEqual(['3490', '3.07', '1.5', '7']);
  expect(rows.map((row) => flatten(row, options).total_tax_amount)).toEqual(['160', '1.60', '16.0', '160']);
  expect(flatten(inCurrency('HUF', 3490), options)).toMatchObject({
    amount_minor: 3490,
    amount_usd: '10.87',
  });
});

test('rows are flattened by map, whose index is no option; other options are rejected', () => {
  expect([inCurrency('HUF', 3490), inCurrency('HUF', 5)].map(flatten)).toMatchObject([
    { amount: '34.90' },
    { amount: '0.05' },
  ]);
  // A cast, as a JavaScript program may pass anything.
  for (const options of [{ HUF: 0 }, { currencyDigits: { HUF: 9 } }, 'HUF'])
    expect(() => flatten(paidTransaction, options as object)).toThrow(InvalidAmountError);
});
