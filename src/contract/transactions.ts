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
import type { Operation } from './operation.ts';

/** What a transaction records (§2.1); another type is possible and is reported as drift. */
export type TransactionType = OpenEnum<
  'paid' | 'refund' | 'dispute_funds_withdrawn' | 'dispute_funds_reinstated'
>;

const productSchema = z.looseObject({
  name: z.string(),
  sku: z.string(),
  quantity: z.number(),
});

/** A product of the offer that was bought (§2.1). */
export interface Product extends z.output<typeof productSchema> {}

const customerDetailsSchema = z.looseObject({
  /** Customer id. */
  id: z.string(),
  /** Customer e-mail address. */
  email: z.string(),
});

/** Who bought (§2.1). */
export interface CustomerDetails extends z.output<typeof customerDetailsSchema> {}

const geolocationSchema = z.looseObject({
  /** ISO 3166-1 alpha-2. */
  countryCode2: z.string(),
  /** IPv4 address; documented where the object is input, not promised in reports. */
  playerIp: z.string().optional(),
  /** Region or state. */
  region: z.string(),
  /** IP address. */
  ipAddress: z.string(),
  /** Postal code. */
  zipCode: z.string(),
});

/** Where the customer was (§2.1). */
export interface Geolocation extends z.output<typeof geolocationSchema> {}

const deviceSchema = z.looseObject({
  osType: z.string().nullable(),
  osVersion: z.string().nullable(),
  browserType: z.string().nullable(),
  browserVersion: z.string().nullable(),
});

/** What the customer bought with; each field may be null (§2.1). */
export interface Device extends z.output<typeof deviceSchema> {}

const offerDetailsSchema = z.looseObject({
  offerId: z.string(),
  offerName: z.string(),
  /** Offer type. */
  type: z.string(),
  products: mayBeMissing(z.array(productSchema)),
});

/** The offer that was bought (§2.1). */
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

/** The money of a transaction, and how it was paid (§2.1). */
export interface TransactionDetails extends z.output<typeof transactionDetailsSchema> {
  /** Transaction id. */
  id: string;
  /** What happened; another type is possible and is reported as drift. */
  type: TransactionType;
  /** Smallest unit of the local currency: 999 for 9.99, the whole unit for JPY. Negative for refunds. */
  amount: number;
  /** US cents. */
  amountUsd: number;
  /** Smallest unit of the local currency. */
  totalTaxAmount: number;
  /** US cents. */
  totalTaxAmountUsd: number;
  /** US cents. */
  currencyExchangeCostUsd: number;
  /** US cents. */
  chargebackFeeUsd: number;
  /** US cents. */
  transactionFeeUsd: number;
  /** US cents. */
  publisherNetAmountUsd: number;
  /** ISO 4217. */
  currencyCode: string;
  /** Free text; its values are not documented. */
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
  /** Transaction id on the publisher's side. */
  publisherTransactionId: string;
  /** UTC, ISO 8601. */
  timestamp: string;
  /** Who bought. */
  customerDetails?: CustomerDetails | null | undefined;
  /** Where the customer was. */
  geolocation?: Geolocation | null | undefined;
  /** What the customer bought with. */
  device?: Device | null | undefined;
  /** The offer that was bought. */
  offerDetails?: OfferDetails | null | undefined;
  /** The money, and how it was paid. */
  transactionDetails: TransactionDetails;
}

/** One page of the transaction report, as the service sends it (§4.1). */
export const transactionReportSchema = z.looseObject({
  totalCount: z.int(),
  /** Points to the next page; its form on the last page is not documented. */
  nextCursor: essential(z.string()).nullish(),
  /** A ready query string for the next page, beginning with `?`. */
  nextPageQuery: essential(z.string()).nullish(),
  results: essential(z.array(transactionSchema)),
});

/** One page of the transaction report, as the service sends it (§4.1). */
export interface TransactionReport extends z.output<typeof transactionReportSchema> {
  /** All matching transactions, on every page. */
  totalCount: number;
  /** The transactions of this page, in order. */
  results: Transaction[];
}

/** What part of the ledger to report, and how (§4.1). */
export interface TransactionQuery {
  /** Start of the range. */
  readonly startDate: DateTimeInput;
  /** End of the range; must be after `startDate`. */
  readonly endDate: DateTimeInput;
  /** Rows a page, 1 to 10 000. The service's own default is 10. */
  readonly limit?: number | undefined;
  /** Order by `timestamp`. @defaultValue `'asc'` */
  readonly sortDirection?: 'asc' | 'desc' | undefined;
  /** Continuation cursor of an earlier page. */
  readonly cursor?: string | undefined;
}

/** The query of the transaction report (§4.1, §8). */
export const transactionQuerySchema = z
  .strictObject({
    startDate: dateTimeInput,
    endDate: dateTimeInput,
    limit: integerBetween(1, 10_000).optional(),
    sortDirection: z.enum(['asc', 'desc'], { error: 'must be either "asc" or "desc"' }).optional(),
    cursor: z
      .string({ error: 'must be a string' })
      .min(1, { error: 'must not be empty: leave it out for the first page' })
      .optional(),
  })
  .refine(({ startDate, endDate }) => Date.parse(endDate) > Date.parse(startDate), {
    path: ['endDate'],
    error: 'must be after startDate',
    // A date that is no date has an issue of its own, and does not earn this one as well.
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
