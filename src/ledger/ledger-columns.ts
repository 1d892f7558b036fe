import type { LedgerRow } from './flatten.ts';
import type { MoneyColumn } from './money-fields.ts';

/** The type of a ledger column. */
type LedgerColumnType = 'timestamp' | 'string' | 'integer' | 'decimal' | 'json';

/** A column of the ledger: a field of a transaction (§2.1), flattened. */
export interface LedgerColumn {
  /** Name in a file, and in a {@link LedgerRow}. */
  readonly name: keyof LedgerRow;
  /**
   * - `timestamp`: an ISO 8601 string, as received
   * - `string`: a string
   * - `integer`: a safe integer
   * - `decimal`: an exact decimal string such as `-9.99`
   * - `json`: a JSON document as a string
   */
  readonly type: LedgerColumnType;
  /** `null` if the column has no unit. */
  readonly unit: string | null;
  /** Whether the value may be `null`. */
  readonly nullable: boolean;
  /** For a decimal, the column of the same amount in the smallest unit; `null` for any other column. */
  readonly minor: MoneyColumn | null;
  /** Whether it is an amount in US dollars, or US cents, whatever the currency of the row. */
  readonly isUsd: boolean;
  /** What the column contains. */
  readonly doc: string;
  /** Path of the field in a `Transaction`. */
  readonly path: string;
}

const details = 'transactionDetails';

/** The columns of the ledger, in the order of a file. */
export const ledgerColumns: readonly LedgerColumn[] = [
  {
    name: 'timestamp',
    type: 'timestamp',
    unit: 'UTC',
    nullable: false,
    minor: null,
    isUsd: false,
    doc: 'Time of the transaction, ISO 8601, as received. In Parquet a timestamp in microseconds, null if it cannot be read.',
    path: 'timestamp',
  },
  required('type', `${details}.type`, 'Type of the transaction: paid, refund, dispute_funds_withdrawn, …'),
  required('transaction_id', `${details}.id`, 'Transaction id'),
  string('order_id', 'orderId', 'Order id'),
  string('purchase_id', 'purchaseId', 'Purchase id'),
  string('publisher_transaction_id', 'publisherTransactionId', 'Transaction id of the publisher'),
  {
    ...required('currency_code', `${details}.currencyCode`, 'Currency of `amount` and `total_tax_amount`'),
    unit: 'ISO 4217 code',
  },
  string('currency_symbol', `${details}.currencySymbol`, 'Symbol of the currency'),
  ...money('amount', `${details}.amount`, 'Amount; negative for refunds'),
  ...money('amount_usd', `${details}.amountUsd`, 'Amount in US dollars'),
  ...money('total_tax_amount', `${details}.totalTaxAmount`, 'Total tax'),
  ...money('total_tax_amount_usd', `${details}.totalTaxAmountUsd`, 'Total tax in US dollars'),
  ...money('currency_exchange_cost_usd', `${details}.currencyExchangeCostUsd`, 'Currency exchange cost'),
  ...money('chargeback_fee_usd', `${details}.chargebackFeeUsd`, 'Chargeback fee'),
  ...money('transaction_fee_usd', `${details}.transactionFeeUsd`, 'Transaction fee'),
  ...money('publisher_net_amount_usd', `${details}.publisherNetAmountUsd`, 'Net amount for the publisher'),
  string('payment_method', `${details}.paymentMethod`, 'Payment method; its values are not documented'),
  string('customer_id', 'customerDetails.id', 'Customer id'),
  string('customer_email', 'customerDetails.email', 'Customer e-mail address'),
  { ...string('country_code', 'geolocation.countryCode2', 'Country'), unit: 'ISO 3166-1 alpha-2 code' },
  string('player_ip', 'geolocation.playerIp', 'IPv4 address; not guaranteed in reports'),
  string('region', 'geolocation.region', 'Region or state'),
  string('ip_address', 'geolocation.ipAddress', 'IP address'),
  string('zip_code', 'geolocation.zipCode', 'Postal code'),
  string('os_type', 'device.osType', 'Operating system'),
  string('os_version', 'device.osVersion', 'Version of the operating system'),
  string('browser_type', 'device.browserType', 'Browser'),
  string('browser_version', 'device.browserVersion', 'Version of the browser'),
  string('offer_id', 'offerDetails.offerId', 'Offer id'),
  string('offer_name', 'offerDetails.offerName', 'Name of the offer'),
  string('offer_type', 'offerDetails.type', 'Type of the offer'),
  {
    ...string('products', 'offerDetails.products', 'Products in the offer: a list of name, sku and quantity'),
    type: 'json',
  },
];

/** The columns that have this type in a row: a column that may be null there is nullable here. */
type NameOf<Value> = {
  [Name in keyof LedgerRow]: [LedgerRow[Name], Value] extends [Value, LedgerRow[Name]] ? Name : never;
}[keyof LedgerRow];

/** Fields may be missing or null in tolerant mode unless they are essential. */
function string(name: NameOf<string | null>, path: string, doc: string): LedgerColumn {
  return { name, type: 'string', unit: null, nullable: true, minor: null, isUsd: false, doc, path };
}

/** An essential field. */
function required(name: NameOf<string>, path: string, doc: string): LedgerColumn {
  return { name, type: 'string', unit: null, nullable: false, minor: null, isUsd: false, doc, path };
}

type DecimalColumn = MoneyColumn extends `${infer Name}_minor` ? Name : never;

function money(name: DecimalColumn, path: string, doc: string): readonly LedgerColumn[] {
  const minor: MoneyColumn = `${name}_minor`;
  const isUsd = name.endsWith('_usd');
  return [
    {
      name,
      type: 'decimal',
      unit: isUsd ? 'US dollars' : 'major units of `currency_code`',
      nullable: !isUsd,
      minor,
      isUsd,
      doc: isUsd ? doc : `${doc}. Null if \`currency_code\` is not in ISO 4217`,
      path,
    },
    {
      name: minor,
      type: 'integer',
      unit: isUsd ? 'US cents' : 'smallest unit of `currency_code`',
      nullable: false,
      minor: null,
      isUsd,
      doc,
      path,
    },
  ];
}

/** The digits of a column of decimals, and how many of them follow its point, which fits every amount of any currency. */
export function decimalDigits({ isUsd }: Pick<LedgerColumn, 'isUsd'>): {
  readonly precision: number;
  readonly scale: number;
} {
  return isUsd ? { precision: 18, scale: 2 } : { precision: 20, scale: 4 };
}

/** A JSON Schema (draft 2020-12) of an object. */
export type LedgerJsonSchema = {
  readonly $schema: string;
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
};

const limits = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const values: Readonly<Record<LedgerColumnType, Readonly<Record<string, unknown>>>> = {
  timestamp: { type: 'string', format: 'date-time' },
  string: { type: 'string' },
  integer: { type: 'integer', ...limits },
  decimal: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
  json: { type: 'string', contentMediaType: 'application/json' },
};

/** JSON Schema of a {@link LedgerRow}, derived from {@link ledgerColumns}. */
export const ledgerJsonSchema: LedgerJsonSchema = /* @__PURE__ */ createSchema();

function createSchema(): LedgerJsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Ledger row',
    type: 'object',
    properties: Object.fromEntries(ledgerColumns.map((column) => [column.name, propertyOf(column)])),
    required: ledgerColumns.map(({ name }) => name),
    additionalProperties: false,
  };
}

function propertyOf({ type, unit, nullable, doc }: LedgerColumn): Readonly<Record<string, unknown>> {
  const value = values[type];
  const description = unit === null ? doc : `${doc} (${unit})`;
  return { ...value, ...(nullable && { type: [value['type'], 'null'] }), description };
}
