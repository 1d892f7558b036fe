import * as z from 'zod';

import {
  dateTime,
  essential,
  identifier,
  mayBeMissing,
  minorUnits,
  openEnum,
  type OpenEnum,
} from './fields.ts';
import { type DateTimeInput, dateTimeInput, integerBetween } from './input-fields.ts';
import { inputObject } from './input-object.ts';
import type { Operation } from './operation.ts';

/** The type of a transaction (§2.1). Other values are possible and reported as schema drift. */
export type TransactionType = OpenEnum<
  'paid' | 'refund' | 'dispute_funds_withdrawn' | 'dispute_funds_reinstated'
>;

const productSchema = z.looseObject({
  name: z.string(),
  sku: z.string(),
  quantity: z.number(),
});

/** A product in the purchased offer (§2.1). */
export interface Product extends z.output<typeof productSchema> {}

const customerDetailsSchema = z.looseObject({
  /** Customer id. */
  id: z.string(),
  /** Customer e-mail address. */
  email: z.string(),
});

/** The customer (§2.1). */
export interface CustomerDetails extends z.output<typeof customerDetailsSchema> {}

const geolocationSchema = z.looseObject({
  /** ISO 3166-1 alpha-2 country code. */
  countryCode2: z.string(),
  /** IPv4 address; documented for requests, not guaranteed in reports. */
  playerIp: z.string().optional(),
  /** Region or state. */
  region: z.string(),
  /** IP address. */
  ipAddress: z.string(),
  /** Postal code. */
  zipCode: z.string(),
});

/** The location of the customer (§2.1). */
export interface Geolocation extends z.output<typeof geolocationSchema> {}

const deviceSchema = z.looseObject({
  osType: z.string().nullable(),
  osVersion: z.string().nullable(),
  browserType: z.string().nullable(),
  browserVersion: z.string().nullable(),
});

/** The device of the customer; each field may be null (§2.1). */
export interface Device extends z.output<typeof deviceSchema> {}

const offerDetailsSchema = z.looseObject({
  offerId: z.string(),
  offerName: z.string(),
  /** Offer type. */
  type: z.string(),
  products: mayBeMissing(z.array(productSchema)),
});

/** The purchased offer (§2.1). */
export interface OfferDetails extends z.output<typeof offerDetailsSchema> {
  /** Products in the offer. */
  products?: Product[] | null | undefined;
}

const transactionDetailsSchema = essential(
  z.looseObject({
    id: identifier(),
    type: essential(
      openEnum(['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated']),
    ) satisfies z.ZodType<TransactionType>,
    amount: minorUnits(),
    amountUsd: minorUnits(),
    totalTaxAmount: minorUnits(),
    totalTaxAmountUsd: minorUnits(),
    currencyExchangeCostUsd: minorUnits(),
    chargebackFeeUsd: minorUnits(),
    transactionFeeUsd: minorUnits(),
    publisherNetAmountUsd: minorUnits(),
    currencyCode: identifier(),
    currencySymbol: z.string(),
    paymentMethod: z.string(),
  }),
);

/** Amounts, fees and payment method of a transaction (§2.1). */
export interface TransactionDetails extends z.output<typeof transactionDetailsSchema> {
  /** Transaction id. */
  id: string;
  /** Type of the transaction. Other values are possible and reported as schema drift. */
  type: TransactionType;
  /** Amount in the smallest unit of the local currency: 999 for 9.99 USD, 999 for 999 JPY. Negative for refunds. */
  amount: number;
  /** Amount in US cents. */
  amountUsd: number;
  /** Total tax in the smallest unit of the local currency. */
  totalTaxAmount: number;
  /** Total tax in US cents. */
  totalTaxAmountUsd: number;
  /** Currency exchange cost in US cents. */
  currencyExchangeCostUsd: number;
  /** Chargeback fee in US cents. */
  chargebackFeeUsd: number;
  /** Transaction fee in US cents. */
  transactionFeeUsd: number;
  /** Net amount for the publisher in US cents. */
  publisherNetAmountUsd: number;
  /** ISO 4217 currency code. */
  currencyCode: string;
  /** Payment method; its values are not documented. */
  paymentMethod: string;
}

/** A financial transaction (§2.1). */
export const transactionSchema = essential(
  z.looseObject({
    orderId: z.string(),
    purchaseId: z.string(),
    publisherTransactionId: z.string(),
    timestamp: essential(dateTime(), z.string()),
    customerDetails: mayBeMissing(customerDetailsSchema),
    geolocation: mayBeMissing(geolocationSchema),
    device: mayBeMissing(deviceSchema),
    offerDetails: mayBeMissing(offerDetailsSchema),
    transactionDetails: transactionDetailsSchema,
  }),
);

/** A financial transaction (§2.1). */
export interface Transaction extends z.output<typeof transactionSchema> {
  /** Order id. */
  orderId: string;
  /** Purchase id. */
  purchaseId: string;
  /** Your id of the transaction. */
  publisherTransactionId: string;
  /** Time of the transaction, ISO 8601 in UTC. */
  timestamp: string;
  /** The customer. */
  customerDetails?: CustomerDetails | null | undefined;
  /** Location of the customer. */
  geolocation?: Geolocation | null | undefined;
  /** Device of the customer. */
  device?: Device | null | undefined;
  /** The purchased offer. */
  offerDetails?: OfferDetails | null | undefined;
  /** Amounts, fees and payment method. */
  transactionDetails: TransactionDetails;
}

/** Response of the transaction report: one page of transactions (§4.1). */
export const transactionReportSchema = z.looseObject({
  totalCount: z.int(),
  /** Cursor of the next page; its value on the last page is not documented. */
  nextCursor: essential(z.string()).nullish(),
  /** Query string for the next page, starting with `?`. */
  nextPageQuery: essential(z.string()).nullish(),
  results: essential(z.array(transactionSchema)),
});

/** Response of the transaction report: one page of transactions (§4.1). */
export interface TransactionReport extends z.output<typeof transactionReportSchema> {
  /** Total number of matching transactions. */
  totalCount: number;
  /** The transactions of this page, in sort order. */
  results: Transaction[];
}

/** Which transactions to return (§4.1). */
export interface TransactionQuery {
  /** Start of the range. */
  readonly startDate: DateTimeInput;
  /** End of the range; must be after `startDate`. */
  readonly endDate: DateTimeInput;
  /** Rows per page, 1 to 10 000. The service's own default is 10. */
  readonly limit?: number | undefined;
  /** Order by `timestamp`. @defaultValue `'asc'` */
  readonly sortDirection?: 'asc' | 'desc' | undefined;
  /** Cursor from an earlier page; `null` and `undefined` request the first page. */
  readonly cursor?: string | null | undefined;
}

/** Query of the transaction report (§4.1, §8). */
export const transactionQuerySchema = inputObject(
  {
    startDate: dateTimeInput,
    endDate: dateTimeInput,
    limit: integerBetween(1, 10_000).optional(),
    sortDirection: z.enum(['asc', 'desc'], { error: 'must be either "asc" or "desc"' }).optional(),
    cursor: z
      .string({ error: 'must be a string: the nextCursor of an earlier page' })
      .min(1, { error: 'must not be empty: omit it for the first page' })
      .nullish()
      .transform((cursor) => cursor ?? undefined),
  },
  {
    example: '{ startDate: "2026-10-01T00:00:00Z", endDate: "2026-11-01T00:00:00Z" }',
    aliases: { from: 'startDate', to: 'endDate', pageSize: 'limit', order: 'sortDirection' },
  },
).refine(({ startDate, endDate }) => Date.parse(endDate) > Date.parse(startDate), {
  path: ['endDate'],
  error: 'must be after startDate',
  // An invalid date already has its own issue.
  when: ({ issues }) => issues.length === 0,
});

export const getTransactions: Operation<TransactionReport, { query: TransactionQuery }> = {
  name: 'transactions.getPage',
  method: 'GET',
  path: '/reporting/financial-data/transactions',
  effect: 'read',
  section: '4.1',
  query: transactionQuerySchema,
  output: transactionReportSchema,
  errors: 'transactionReport',
};
