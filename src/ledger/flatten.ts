import type { Transaction } from '../client/api/transactions.ts';
import { digitsOfOptions, findMinorUnitDigits, type MoneyOptions } from '../client/money/currency-digits.ts';
import { toDecimalString } from '../client/money/minor-units.ts';

/**
 * A transaction as a flat row; {@link ledgerColumns} describes each field. Decimals are exact strings in major units,
 * and fields with the suffix `_minor` are integers in the smallest unit, US cents for `_usd_minor`.
 */
export interface LedgerRow {
  readonly timestamp: string;
  readonly type: string;
  readonly transaction_id: string;
  readonly order_id: string | null;
  readonly purchase_id: string | null;
  readonly publisher_transaction_id: string | null;
  readonly currency_code: string;
  readonly currency_symbol: string | null;
  /** `null` if `currency_code` is neither in ISO 4217 nor in `currencyDigits`. */
  readonly amount: string | null;
  readonly amount_minor: number;
  readonly amount_usd: string;
  readonly amount_usd_minor: number;
  /** `null` if `currency_code` is neither in ISO 4217 nor in `currencyDigits`. */
  readonly total_tax_amount: string | null;
  readonly total_tax_amount_minor: number;
  readonly total_tax_amount_usd: string;
  readonly total_tax_amount_usd_minor: number;
  readonly currency_exchange_cost_usd: string;
  readonly currency_exchange_cost_usd_minor: number;
  readonly chargeback_fee_usd: string;
  readonly chargeback_fee_usd_minor: number;
  readonly transaction_fee_usd: string;
  readonly transaction_fee_usd_minor: number;
  readonly publisher_net_amount_usd: string;
  readonly publisher_net_amount_usd_minor: number;
  readonly payment_method: string | null;
  readonly customer_id: string | null;
  readonly customer_email: string | null;
  readonly country_code: string | null;
  readonly player_ip: string | null;
  readonly region: string | null;
  readonly ip_address: string | null;
  readonly zip_code: string | null;
  readonly os_type: string | null;
  readonly os_version: string | null;
  readonly browser_type: string | null;
  readonly browser_version: string | null;
  readonly offer_id: string | null;
  readonly offer_name: string | null;
  readonly offer_type: string | null;
  /** JSON. */
  readonly products: string | null;
}

const operation = 'flatten';
const none: Readonly<Record<string, undefined>> = {};

/**
 * Returns a transaction as a flat ledger row; {@link ledgerColumns} describes its fields. Money appears twice: as an
 * exact decimal string in major units, and as an integer in the smallest unit.
 *
 * A value that is not a string in a string field, which tolerant mode delivers, becomes JSON. Undocumented fields are left out.
 *
 * @param options `currencyDigits`, if your service counts a currency otherwise than ISO 4217. A number is ignored, so that
 * `rows.map(flatten)` works.
 * @throws `InvalidAmountError` when an amount is not a safe integer, which no row of the client has, or an option is invalid
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 * import { flatten } from 'publisher-commerce/ledger';
 *
 * const client = new PublisherClient();
 * for await (const transaction of client.transactions.list(utcMonth('last'))) {
 *   const { amount, amount_minor, currency_code } = flatten(transaction);
 *   console.log(amount, currency_code, amount_minor); // 4.99 USD 499
 * }
 * ```
 */
export function flatten(transaction: Transaction, options: MoneyOptions | number = {}): LedgerRow {
  const { transactionDetails: details } = transaction;
  // Tolerant mode delivers anything in place of these objects; nothing is read from a string or a number.
  const customer = transaction.customerDetails ?? none;
  const location = transaction.geolocation ?? none;
  const device = transaction.device ?? none;
  const offer = transaction.offerDetails ?? none;
  const currencyDigits = typeof options === 'number' ? undefined : digitsOfOptions(options, operation);
  const digits = findMinorUnitDigits(details.currencyCode, currencyDigits);
  // The literal is in the order of `ledgerColumns`, and written out because a loop over them takes twice as long.
  return {
    timestamp: transaction.timestamp,
    type: details.type,
    transaction_id: details.id,
    order_id: text(transaction.orderId),
    purchase_id: text(transaction.purchaseId),
    publisher_transaction_id: text(transaction.publisherTransactionId),
    currency_code: details.currencyCode,
    currency_symbol: text(details.currencySymbol),
    amount: digits === undefined ? null : decimal(details.amount, digits),
    amount_minor: details.amount,
    amount_usd: decimal(details.amountUsd, 2),
    amount_usd_minor: details.amountUsd,
    total_tax_amount: digits === undefined ? null : decimal(details.totalTaxAmount, digits),
    total_tax_amount_minor: details.totalTaxAmount,
    total_tax_amount_usd: decimal(details.totalTaxAmountUsd, 2),
    total_tax_amount_usd_minor: details.totalTaxAmountUsd,
    currency_exchange_cost_usd: decimal(details.currencyExchangeCostUsd, 2),
    currency_exchange_cost_usd_minor: details.currencyExchangeCostUsd,
    chargeback_fee_usd: decimal(details.chargebackFeeUsd, 2),
    chargeback_fee_usd_minor: details.chargebackFeeUsd,
    transaction_fee_usd: decimal(details.transactionFeeUsd, 2),
    transaction_fee_usd_minor: details.transactionFeeUsd,
    publisher_net_amount_usd: decimal(details.publisherNetAmountUsd, 2),
    publisher_net_amount_usd_minor: details.publisherNetAmountUsd,
    payment_method: text(details.paymentMethod),
    customer_id: text(customer.id),
    customer_email: text(customer.email),
    country_code: text(location.countryCode2),
    player_ip: text(location.playerIp),
    region: text(location.region),
    ip_address: text(location.ipAddress),
    zip_code: text(location.zipCode),
    os_type: text(device.osType),
    os_version: text(device.osVersion),
    browser_type: text(device.browserType),
    browser_version: text(device.browserVersion),
    offer_id: text(offer.offerId),
    offer_name: text(offer.offerName),
    offer_type: text(offer.type),
    products: json(offer.products),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : json(value);
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function decimal(amount: number, digits: number): string {
  return toDecimalString(amount, digits, operation);
}
