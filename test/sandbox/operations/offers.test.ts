import { expect, test } from 'vitest';

import { getOffers, type OfferReport } from '../../../src/client/api/offers.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, type Documented, send, at } from '../send.ts';

const path = '/offering/offer/get-offers';

async function list(query = ''): Promise<Documented<OfferReport['result']>> {
  return accepted(getOffers, await send(createSandbox(), 'POST', path + query)).result;
}

test('all offers are listed, each once', async () => {
  const { totalCount, offers } = await list();
  expect(offers).toHaveLength(totalCount);
  expect(new Set(offers.map(({ offerId }) => offerId)).size).toBe(totalCount);
});

test('offers are filtered by each documented type', async () => {
  const { totalCount } = await list();
  let sum = 0;
  for (const type of ['Bundle', 'SpecialOffer', 'Popup']) {
    const { offers, totalCount: count } = await list(`?offerType=${type}`);
    expect(new Set(offers.map((offer) => offer.type))).toEqual(new Set([type]));
    sum += count;
  }
  expect(sum).toBe(totalCount);
});

test('pages by limit and offset are the whole list in order', async () => {
  const { offers, totalCount } = await list();
  const pages: Documented<OfferReport['result']['offers']> = [];
  for (let offset = 0; offset < totalCount; offset += 7) {
    const page = await list(`?recordLimit=7&offset=${offset}`);
    expect(page.totalCount).toBe(totalCount);
    expect(page.offers.length).toBeLessThanOrEqual(7);
    pages.push(...page.offers);
  }
  expect(pages).toEqual(offers);
});

test('a limit of 0 returns the count only, and an offset past the end no offers', async () => {
  const { totalCount } = await list();
  expect(totalCount).toBeGreaterThan(0);
  expect(await list('?recordLimit=0')).toEqual({ totalCount, offers: [] });
  expect(await list('?offset=1000')).toEqual({ totalCount, offers: [] });
});

test('offers are filtered by several ids, of the publisher or of the service', async () => {
  const all = (await list()).offers;
  const [first, second] = [at(all, 3), at(all, 11)];
  const ids = encodeURIComponent(`${first.publisherOfferId},${second.offerId},nothing`);
  expect(await list(`?publisherOfferId=${ids}`)).toEqual({ totalCount: 2, offers: [first, second] });
  expect(await list('?publisherOfferId=nothing')).toEqual({ totalCount: 0, offers: [] });
});

test.each([
  'offerType=bundle',
  'recordLimit=501',
  'recordLimit=-1',
  'recordLimit=ten',
  'offset=-1',
  'offset=1.5',
])('a query with %s is rejected', async (query) => {
  const name = query.slice(0, query.indexOf('='));
  expect(await send(createSandbox(), 'POST', `${path}?${query}`)).toEqual({
    status: 400,
    body: { message: expect.stringContaining(`${name} must be`) as string },
  });
});
