import * as z from 'zod';

import { essential, essentialObject, integer, responseObject, string, withTypeName } from './fields.ts';
import { arrayInput, integerBetween, stringInput } from './input.ts';
import { inputObject } from './input-object.ts';
import { type Offer, offerSchema } from './offer.ts';
import type { Operation, QueryParameters } from './operation.ts';

const offerReportResultSchema = essentialObject({
  /** Total number of matching offers. */
  totalCount: integer(),
  /** The offers of this page. */
  offers: essential(z.array(withTypeName<Offer>(offerSchema))),
});

/** The offers in a response of the offer listing (§4.13). */
export interface OfferReportResult extends z.output<typeof offerReportResultSchema> {}

/** Response of the offer listing: one page of offers (§4.13). */
export const offerReportSchema = responseObject({
  /** The offers. */
  result: withTypeName<OfferReportResult>(offerReportResultSchema),
  /** Status, an integer; one of 400 or more is an error. Its values are not documented. */
  status: integer(),
  /** Message; its values are not documented. */
  message: string(),
});

/** Response of the offer listing: one page of offers (§4.13). */
export interface OfferReport extends z.output<typeof offerReportSchema> {}

const offerQuery = inputObject(
  { example: '{ offerType: "Bundle", limit: 20 }', aliases: { pageSize: 'limit' } },
  {
    /** Only offers of this type. */
    offerType: z
      .enum(['Bundle', 'SpecialOffer', 'Popup'], {
        error: 'must be one of "Bundle", "SpecialOffer", "Popup"',
      })
      .optional(),
    /** Offers per page, 0 to 500. The service's own default is 100. */
    limit: integerBetween(0, 500).optional(),
    /** Number of offers to skip. */
    offset: z
      .int({ error: 'must be an integer of at least 0' })
      .min(0, { error: 'must be an integer of at least 0' })
      .optional(),
    /** Only the offers with these ids. */
    offerIds: arrayInput(
      stringInput('starter').regex(/^[^,]+$/, {
        error: 'must not be empty and must not contain a comma, which separates the ids',
      }),
      '"starter"',
    )
      .min(1, { error: 'must contain at least 1 element: omit it for all offers' })
      .readonly()
      .optional(),
  },
);

/** Which offers to list (§4.13). */
export interface OfferQuery extends z.input<typeof offerQuery> {}

// Intended: ids that are joined have another type. `transform` would declare it, but has no JSON Schema.
const sentQuery = offerQuery as unknown as z.ZodType<QueryParameters, OfferQuery>;

/** Query of the offer listing (§4.13, §8); ids are joined by commas. */
export const offerQuerySchema = sentQuery.overwrite(({ offerIds, ...rest }) => ({
  ...rest,
  offerIds: Array.isArray(offerIds) ? offerIds.join(',') : offerIds,
}));

/** Names of the query parameters of the offer listing, which are not documented. */
export interface OfferQueryNames {
  /** Name of the query parameter for `offerType`. */
  readonly offerType: string;
  /** Name of the query parameter for `limit`. */
  readonly limit: string;
  /** Name of the query parameter for `offset`. */
  readonly offset: string;
  /** Name of the query parameter for `offerIds`. */
  readonly offerIds: string;
}

/** Default names, from the public documentation of a similar service. */
export const defaultOfferQueryNames: OfferQueryNames = {
  offerType: 'offerType',
  limit: 'recordLimit',
  offset: 'offset',
  offerIds: 'publisherOfferId',
};

/** Returns the offer listing with the given query parameter names (§4.13). */
export function getOffersOperation(names: OfferQueryNames): Operation<OfferReport, { query?: OfferQuery }> {
  const onTheWire = (query: QueryParameters): QueryParameters => ({
    [names.offerType]: query['offerType'],
    [names.limit]: query['limit'],
    [names.offset]: query['offset'],
    [names.offerIds]: query['offerIds'],
  });
  return { ...getOffers, query: offerQuerySchema.transform(onTheWire) };
}

export const getOffers: Operation<OfferReport, { query?: OfferQuery }> = {
  name: 'offers.list',
  method: 'POST',
  path: '/offering/offer/get-offers',
  effect: 'read',
  section: '4.13',
  query: offerQuerySchema,
  output: offerReportSchema,
  errors: 'unknown',
  statusInBody: true,
};
