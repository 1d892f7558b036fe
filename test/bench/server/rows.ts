import { randomFrom } from '../../support/random.ts';

/** The first moment of the rows, of which the last is in the past too, and the time from one to the next, in ms. */
export const start = Date.parse('2025-10-01T00:00:00Z');
export const step = 10_000;

/** A token that expires in the middle of the rows. */
export const expiringToken = 'expiring';

const markets = [
  ['US', 'USD', '$', 'California', '94105', 1],
  ['DE', 'EUR', '€', 'Baden-Württemberg', '70173', 0.92],
  ['JP', 'JPY', '¥', 'Tokyo', '100-0001', 1.5],
  ['BR', 'BRL', 'R$', 'São Paulo', '01310-100', 5.4],
] as const;
const offerNames = ['Starter Pack', 'Weekend Chest of Gems', 'Season Pass', 'Coin Flood'] as const;

/** What the store sells: a game has some hundred offers. */
const offerCount = 200;

/** Rows one after the other with commas between, as JSON: serving a page takes no more than a copy by the kernel. */
export interface Rows {
  readonly count: number;
  /** The rows from one to before another, joined by commas. */
  readonly bytes: (from: number, to: number) => Buffer;
}

/** Makes rows as the service sends them (§2.1), or with an `id` before the other fields, as stripe and openai need one. */
export function makeRows(count: number, withId: boolean): Rows {
  const buffer = Buffer.allocUnsafe(count * 1200);
  const offsets = new Float64Array(count + 1);
  const rowOf = createRowMaker();
  for (let row = 0, end = 0; row < count; row += 1) {
    const fields = rowOf(row);
    const json = JSON.stringify(withId ? { id: fields.transactionDetails.id, ...fields } : fields);
    end += buffer.write(`${json},`, end);
    offsets[row + 1] = end;
  }
  return {
    count,
    bytes: (from, to) =>
      from < to ? buffer.subarray(offsets[from], (offsets[to] ?? 0) - 1) : Buffer.alloc(0),
  };
}

/** The number of a row, by its id. */
export function rowOfId(id: string): number {
  return Number.parseInt(id.slice(-8), 16);
}

function createRowMaker() {
  const random = randomFrom(11);
  const upTo = (count: number): number => Math.floor(random() * count);
  const hex = (): string =>
    upTo(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const offers = Array.from({ length: offerCount }, (_, number) => {
    const name = `${offerNames[number % offerNames.length] ?? ''} ${number + 1}`;
    return {
      offerId: `offer-${hex()}`,
      offerName: name,
      type: 'regular',
      products: Array.from({ length: 1 + upTo(2) }, (_product, index) => ({
        name: `${name} item ${index + 1}`,
        sku: `com.example.game.sku.${number}.${index}`,
        quantity: 1 + upTo(5),
      })),
    };
  });

  return (row: number) => {
    const [countryCode2, currencyCode, currencySymbol, region, zipCode, rate] =
      markets[upTo(markets.length)] ?? markets[0];
    const kind = random();
    const type = kind < 0.96 ? 'paid' : kind < 0.99 ? 'refund' : 'dispute_funds_withdrawn';
    const cents = (99 + 100 * upTo(60)) * (type === 'paid' ? 1 : -1);
    const tax = Math.round(cents * 0.08);
    const fee = Math.round(Math.abs(cents) * 0.05);
    return {
      timestamp: new Date(start + row * step).toISOString(),
      orderId: `order-${hex()}${hex()}${hex()}`,
      purchaseId: `purchase-${hex()}${hex()}`,
      publisherTransactionId: `pub-${hex()}${hex()}`,
      customerDetails: { id: `player-${hex()}`, email: `player.${hex()}@mail.example.com` },
      geolocation: { countryCode2, region, ipAddress: `203.0.113.${upTo(256)}`, zipCode },
      device: { osType: 'iOS', osVersion: '19.1.0', browserType: 'Safari', browserVersion: '19.1' },
      offerDetails: offers[upTo(offers.length)],
      transactionDetails: {
        id: `txn-${hex()}${row.toString(16).padStart(8, '0')}`,
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
        paymentMethod: 'card',
      },
    };
  };
}
