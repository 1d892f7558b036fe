import { randomFrom } from '../../support/random.ts';

// An odd factor makes of a row's number a distinct one that looks random, and its inverse turns it back.
const scramble = 0x9e3779b1;
const unscramble = inverseOf(scramble);

const markets = [
  ['US', 'USD', '$', 'California', '94105', 1],
  ['DE', 'EUR', '€', 'Baden-Württemberg', '70173', 0.92],
  ['JP', 'JPY', '¥', 'Tokyo', '100-0001', 1.5],
  ['GB', 'GBP', '£', 'England', 'SW1A 1AA', 0.79],
  ['BR', 'BRL', 'R$', 'São Paulo', '01310-100', 5.4],
  ['FR', 'EUR', '€', 'Île-de-France', '75001', 0.92],
] as const;
const systems = [
  ['iOS', '19.1.0', 'Safari', '19.1'],
  ['Android', '16', 'Chrome', '141.0.7390.54'],
  ['Windows', '11', 'Edge', '141.0.3537.57'],
  [null, null, null, null],
] as const;
const offers = ['Starter Pack', 'Weekend Chest of Gems', 'Season Pass', 'Coin Flood'] as const;
const methods = ['card', 'paypal', 'applepay', 'googlepay', 'pix'] as const;

/** Where the parts of a row's JSON are that differ from month to month. */
export const datePrefix = '{"timestamp":"';
export const idPrefix = '"transactionDetails":{"id":"';

/** A maker of rows: each the JSON of a transaction as the service sends it (§2.1). */
export function createRowMaker(): (row: number, time: number) => string {
  const random = randomFrom(11);
  const upTo = (count: number): number => Math.floor(random() * count);
  const hex = (): string =>
    upTo(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const pick = <T>(values: readonly T[]): T => {
    const value = values[upTo(values.length)];
    if (value === undefined) throw new Error('there is nothing to pick from');
    return value;
  };

  return (row, time) => {
    const [countryCode2, currencyCode, currencySymbol, region, zipCode, rate] = pick(markets);
    const [osType, osVersion, browserType, browserVersion] = pick(systems);
    const kind = random();
    const type = kind < 0.96 ? 'paid' : kind < 0.99 ? 'refund' : 'dispute_funds_withdrawn';
    const cents = (99 + 100 * upTo(60)) * (type === 'paid' ? 1 : -1);
    const tax = Math.round(cents * 0.08);
    const fee = Math.round(Math.abs(cents) * 0.05);
    const offer = upTo(offers.length);
    const ip = `${11 + upTo(200)}.${upTo(256)}.${upTo(256)}.${upTo(256)}`;
    const products = Array.from({ length: 1 + upTo(2) }, (_, index) => ({
      name: `${offers[offer] ?? ''} item ${index + 1}`,
      sku: `com.example.game.sku.${offer}.${index}`,
      quantity: 1 + upTo(5),
    }));
    const rest = {
      orderId: `order-${hex()}${hex()}${hex()}`,
      purchaseId: `purchase-${hex()}${hex()}`,
      publisherTransactionId: `pub-${hex()}${hex()}`,
      customerDetails: { id: `player-${hex()}`, email: `player.${hex()}@mail.example.com` },
      geolocation: { countryCode2, region, ipAddress: ip, zipCode },
      device: { osType, osVersion, browserType, browserVersion },
      offerDetails: { offerId: `offer-${hex()}`, offerName: offers[offer], type: 'regular', products },
    };
    const details = {
      type,
      amount: Math.round(cents * rate),
      amountUsd: cents,
      totalTaxAmount: Math.round(tax * rate),
      totalTaxAmountUsd: tax,
      currencyExchangeCostUsd: upTo(9),
      chargebackFeeUsd: type === 'dispute_funds_withdrawn' ? 1500 : 0,
      transactionFeeUsd: fee,
      publisherNetAmountUsd: cents - tax - fee,
      currencyCode,
      currencySymbol,
      paymentMethod: pick(methods),
    };
    const id = `${idOf(row)}${hex()}`;
    return (
      `${datePrefix}${new Date(time).toISOString()}",${JSON.stringify(rest).slice(1, -1)},` +
      `${idPrefix}${id}",${JSON.stringify(details).slice(1)}}`
    );
  };
}

/** Length of a transaction's id. */
export const idLength = 'txn-'.length + 1 + 8 + 8;

/** Where in an id the digit of its month stands. */
export const monthDigit = 'txn-'.length;

function idOf(row: number): string {
  const scrambled = Math.imul(row, scramble) >>> 0;
  return `txn-0${scrambled.toString(16).padStart(8, '0')}`;
}

/** The row's number within its month, by its id. */
export function rowOfId(id: string): number {
  return Math.imul(Number.parseInt(id.slice(monthDigit + 1, monthDigit + 9), 16), unscramble) >>> 0;
}

/** The number that undoes a multiplication by `factor` in 32 bits (Newton's method doubles the right bits). */
function inverseOf(factor: number): number {
  let inverse = factor;
  for (let bits = 3; bits < 32; bits *= 2) {
    inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse));
  }
  return inverse;
}
