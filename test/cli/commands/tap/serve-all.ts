import { serveLedger } from '../../../support/ledger.ts';
import type { ReceivedRequest, Reply } from '../../../support/service.ts';
import { rows } from '../export/difficult-rows.ts';

type Objects = readonly object[];

/** What a service has besides transactions. */
export interface Lists {
  readonly prices?: readonly number[];
  readonly offers?: Objects;
  readonly statics?: Objects;
  readonly dynamics?: Objects;
}

const country = {
  countryCode2: 'DE',
  currencyCode: 'EUR',
  price: 0.99,
  realTimePrice: 0.99,
  isOverridden: false,
};
const lastUpdate = '2026-10-01T00:00:00.000Z';

/** Serves rows that are hard to write on the first day of the ledger, and lists, in a page each. */
export function serveAll({ prices = [], offers = [], statics = [], dynamics = [] }: Lists) {
  const serveRows = serveLedger(rows);
  return (request: ReceivedRequest): Reply => {
    const { pathname } = new URL(request.url, 'http://service');
    const price = Number(/price-points\/(\d+)$/.exec(pathname)?.[1]);
    if (price > 0) return { json: { priceInUsdCents: price, lastUpdate, priceByCountry: [country] } };
    if (pathname.endsWith('price-points'))
      return { json: { pricePoints: prices.map((priceInUsdCents) => ({ priceInUsdCents, lastUpdate })) } };
    if (pathname.endsWith('get-offers'))
      return { json: { result: { totalCount: offers.length, offers }, status: 200, message: '' } };
    if (pathname.endsWith('translations'))
      return { json: { staticTranslations: statics, dynamicTranslations: dynamics } };
    return serveRows(request);
  };
}
