// Compiled by `npm run check:types`: a field that is added to one of these types is an error wherever it is built.
import type { Offer, RequestEvent, ResponseEvent, RetryEvent } from 'publisher-commerce';

import type { AsDocumented } from '../../src/client/api/fields.ts';
import type { CheckpointBorder } from '../../src/client/errors/index.ts';
import { allFields } from '../../src/client/pagination/checkpoint.ts';

const border = { received: 10, totalCount: 20, lastRow: undefined };

/** What a checkpoint consists of is listed in full, and its required fields are set. */
export const borders: CheckpointBorder[] = [
  allFields<CheckpointBorder>({ ...border, repeated: undefined }),
  // @ts-expect-error -- an optional field is listed too
  allFields<CheckpointBorder>(border),
  // @ts-expect-error -- a required field has a value
  allFields<CheckpointBorder>({ ...border, repeated: undefined, received: undefined }),
];

/** No field of an event may be left out where the event is built. */
export function complete(
  ...[request, response, retry]: [RequestEvent, ResponseEvent, RetryEvent]
): [Required<RequestEvent>, Required<ResponseEvent>, Required<RetryEvent>] {
  return [request, response, retry];
}

/** A field of a response that may be missing has to be in what the sandbox writes, also in nested objects. */
export const offer: AsDocumented<Pick<Offer, 'active' | 'dynamicOfferUi'>> = {
  active: null,
  // @ts-expect-error -- `salePercentageDisplayType` is missing
  dynamicOfferUi: { badges: [], salePercentage: 20 },
};
