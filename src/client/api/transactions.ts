import * as z from 'zod';

import {
  essential,
  essentialObject,
  identifier,
  integer,
  mayBeMissing,
  minorUnits,
  number,
  openEnum,
  responseObject,
  string,
  timestamp,
  type OpenEnum,
  withTypeName,
} from './fields.ts';
import { dateTimeInput, fieldOf, integerBetween } from './input.ts';
import { inputObject } from './input-object.ts';
import { isAfter } from './instant.ts';
import type { Operation } from './operation.ts';

/** The documented types of a transaction (§2.1). */
export const transactionTypes = [
  'paid',
  'refund',
  'dispute_funds_withdrawn',
  'dispute_funds_reinstated',
] as const;

/** The type of a transaction (§2.1). Other values are possible and reported as schema drift. */
export type TransactionType = OpenEnum<(typeof transactionTypes)[number]>;

const productSchema = responseObject({
  /** Name of the product. */
  name: string(),
  /** SKU of the product. */
  sku: string(),
  /** Quantity in the purchase. */
  quantity: number(),
});

/** The documented fields of a product. */
export const productFields: readonly string[] = Object.keys(productSchema.shape);

/** A product in the purchased offer (§2.1). */
export interface TransactionProduct extends z.output<typeof productSchema> {}

const customerDetailsSchema = responseObject({
  /** Customer id; whether it is the `customer.id` of the checkout session is not documented. */
  id: string(),
  /** Customer e-mail address. */
  email: string(),
});

/** The customer (§2.1). */
export interface CustomerDetails extends z.output<typeof customerDetailsSchema> {}

const geolocationSchema = responseObject({
  /** ISO 3166-1 alpha-2 country code. */
  countryCode2: string(),
  /** IPv4 address; documented for requests, not guaranteed in reports. */
  playerIp: string().optional(),
  /** Region or state. */
  region: string(),
  /** IP address. */
  ipAddress: string(),
  /** Postal code. */
  zipCode: string(),
});

/** The location of the customer (§2.1). */
export interface TransactionGeolocation extends z.output<typeof geolocationSchema> {}

const deviceSchema = responseObject({
  /** Operating system. */
  osType: string().nullable(),
  /** Version of the operating system. */
  osVersion: string().nullable(),
  /** Browser. */
  browserType: string().nullable(),
  /** Version of the browser. */
  browserVersion: string().nullable(),
});

/** The device of the customer; each field may be null (§2.1). */
export interface TransactionDevice extends z.output<typeof deviceSchema> {}

const offerDetailsSchema = responseObject({
  /** Id of the offer; whether `offerId` or `publisherOfferId` of the catalog is not documented. */
  offerId: string(),
  /** Name of the offer. */
  offerName: string(),
  /** Offer type; its values are not documented. */
  type: string(),
  /** Products in the offer. */
  products: mayBeMissing(z.array(withTypeName<TransactionProduct>(productSchema))),
});

/** The purchased offer (§2.1). */
export interface OfferDetails extends z.output<typeof offerDetailsSchema> {}

const transactionDetailsSchema = essentialObject({
  /** Transaction id; a row is unique by its timestamp, type and id. */
  id: identifier(),
  /** Type of the transaction. Other values are possible and reported as schema drift. */
  type: essential(withTypeName<TransactionType>(openEnum(transactionTypes))),
  /** Amount in the smallest unit of `currencyCode`: 999 for 9.99 USD, 999 for 999 JPY. Negative for refunds. */
  amount: minorUnits(),
  /** Amount in US cents. */
  amountUsd: minorUnits(),
  /** Total tax in the smallest unit of `currencyCode`. */
  totalTaxAmount: minorUnits(),
  /** Total tax in US cents. */
  totalTaxAmountUsd: minorUnits(),
  /** Currency exchange cost in US cents. */
  currencyExchangeCostUsd: minorUnits(),
  /** Chargeback fee in US cents. */
  chargebackFeeUsd: minorUnits(),
  /** Transaction fee in US cents. */
  transactionFeeUsd: minorUnits(),
  /** Net amount for the publisher in US cents. */
  publisherNetAmountUsd: minorUnits(),
  /** ISO 4217 code of the local currency. */
  currencyCode: identifier(),
  /** Symbol of the local currency, for display: several currencies have `$`. */
  currencySymbol: string(),
  /** Payment method; its values are not documented. */
  paymentMethod: string(),
});

/** Amounts, fees and payment method of a transaction (§2.1). */
export interface TransactionDetails extends z.output<typeof transactionDetailsSchema> {}

/** A financial transaction (§2.1). */
export const transactionSchema = essentialObject({
  /** Order id; a payment and its refund may share it. */
  orderId: string(),
  /** The `purchaseId` of the checkout session. */
  purchaseId: string(),
  /** Your id of the transaction. */
  publisherTransactionId: string(),
  /** Time of the transaction, ISO 8601 in UTC. */
  timestamp: timestamp(),
  /** Id and e-mail address of the customer. */
  customerDetails: mayBeMissing(withTypeName<CustomerDetails>(customerDetailsSchema)),
  /** Location of the customer. */
  geolocation: mayBeMissing(withTypeName<TransactionGeolocation>(geolocationSchema)),
  /** Device of the customer. */
  device: mayBeMissing(withTypeName<TransactionDevice>(deviceSchema)),
  /** The purchased offer, with its products. */
  offerDetails: mayBeMissing(withTypeName<OfferDetails>(offerDetailsSchema)),
  /** Amounts, fees and payment method. */
  transactionDetails: withTypeName<TransactionDetails>(transactionDetailsSchema),
});

/** A financial transaction (§2.1). */
export interface Transaction extends z.output<typeof transactionSchema> {}

/** Response of the transaction report: one page of transactions (§4.1). */
export const transactionReportSchema = responseObject({
  /** Total number of matching transactions. */
  totalCount: integer(),
  /** Cursor of the next page; its value on the last page is not documented. */
  nextCursor: essential(z.string()).nullish(),
  /** Query string for the next page, starting with `?`. */
  nextPageQuery: essential(z.string()).nullish(),
  /** The transactions of this page, in sort order. */
  results: essential(z.array(withTypeName<Transaction>(transactionSchema))),
});

/** Response of the transaction report: one page of transactions (§4.1). */
export interface TransactionReport extends z.output<typeof transactionReportSchema> {}

/** Rows per page (§8). */
export const limitInput: z.ZodInt = integerBetween(1, 10_000);

/** The service's own number of rows per page (§4.1). */
export const defaultLimit = 10;

/** Query of the transaction report (§4.1, §8). */
export const transactionQuerySchema = inputObject(
  {
    example: '{ startDate: "2026-10-01T00:00:00Z", endDate: "2026-11-01T00:00:00Z" }',
    aliases: { from: 'startDate', to: 'endDate', pageSize: 'limit', order: 'sortDirection' },
  },
  {
    /** Start of the range; whether it is included is not documented. */
    startDate: dateTimeInput,
    /** End of the range, after `startDate`; whether it is included is not documented. */
    endDate: dateTimeInput,
    /** Rows per page, 1 to 10 000. The service's own default is 10. */
    limit: limitInput.optional(),
    /** Order by `timestamp`. @defaultValue `'asc'` */
    sortDirection: z.enum(['asc', 'desc'], { error: 'must be either "asc" or "desc"' }).optional(),
    /** Cursor from an earlier page; the first page has none. @remarks `null` and `undefined` request the first page. */
    cursor: z
      .string({ error: 'must be a string: the nextCursor of an earlier page' })
      .min(1, { error: 'must not be empty: omit it for the first page' })
      .nullish()
      .transform((cursor) => cursor ?? undefined)
      // A transform alone has no JSON Schema.
      .pipe(z.string().optional()),
  },
).refine(({ startDate, endDate }) => isAfter(endDate, startDate), {
  path: ['endDate'],
  error: 'must be after startDate',
  // An invalid date already has its own issue.
  when: ({ issues }) => issues.length === 0,
});

/** Returns a query without its default: all pages are requested with the same parameters, whoever has set them. */
export function sentQuery<Query extends object>(query: Query): Query {
  // Callers in JavaScript may pass anything, which the request rejects.
  return fieldOf(query, 'sortDirection') === 'asc' ? { ...query, sortDirection: undefined } : query;
}

/** Which transactions to return (§4.1). */
export interface TransactionQuery extends z.input<typeof transactionQuerySchema> {}

export const getTransactions: Operation<TransactionReport, { query: TransactionQuery }> = {
  name: 'transactions.list',
  method: 'GET',
  path: '/reporting/financial-data/transactions',
  effect: 'read',
  section: '4.1',
  query: transactionQuerySchema,
  queryNames: Object.keys(transactionQuerySchema.shape),
  output: transactionReportSchema,
  errors: 'transactionReport',
};
