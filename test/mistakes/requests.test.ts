import { afterAll, beforeAll, expect, test } from 'vitest';

import { october } from '../support/ranges.ts';
import { type Service, startService } from '../support/service.ts';
import { messageOf, type Mistake } from './evaluate.ts';

const range = '{ startDate: "2026-10-01T00:00:00Z", endDate: "2026-11-01T00:00:00Z" }';
const date = 'a Date, or a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z';
const cents = 'an integer number of US cents, for example 999 for 9.99 USD';
const code = '{ name: "LAUNCH10", maxRedemptions: 1000, active: true }';
const override = '{ countryCode2: "DE", price: 9.49 }';
const priceDetails = '{ price: 999, currency: "USD" }';
const offer = '{ name: "Starter pack", sku: "starter" }';
const customer = '{ id: "player-1" }';
const translation = '{ key: "buy", locale: "de", value: "Kaufen" }';
const session = `priceDetails: ${priceDetails}, offer: ${offer}, customer: ${customer}`;
const options = 'signal, timeout, totalTimeout, retry, headers, onResponse, unknownFields, queryParams';

const transactions: readonly Mistake[] = [
  [
    'client.transactions.list().toArray({ max: 10 })',
    `transactions.list was not sent: query: is required, and must be an object, for example ${range}`,
  ],
  [
    'client.transactions.list("2026-10").toArray({ max: 10 })',
    `transactions.list was not sent: query: must be an object, for example ${range}`,
  ],
  [
    'client.transactions.list(new Date()).toArray({ max: 10 })',
    `transactions.list was not sent: startDate: is required, and must be ${date}; endDate: is required, and must be ${date}`,
  ],
  [
    'client.transactions.list(october).toArray()',
    'transactions.list was not sent: max: must be an integer of at least 1, the maximum number of rows to keep in memory: .toArray({ max: 10000 })',
  ],
  [
    'client.transactions.list(october).toArray(100)',
    'transactions.list was not sent: max: must be an integer of at least 1, the maximum number of rows to keep in memory: .toArray({ max: 10000 })',
  ],
  [
    'client.transactions.list({ from: october.startDate, to: october.endDate }).toArray({ max: 10 })',
    `transactions.list was not sent: startDate: is required, and must be ${date}; endDate: is required, and must be ${date}; ` +
      'from: unknown field; did you mean startDate?; to: unknown field; did you mean endDate?',
  ],
  [
    'client.transactions.list({ ...october, pagesize: 100 }).toArray({ max: 10 })',
    'transactions.list was not sent: pagesize: unknown field; did you mean limit?',
  ],
  [
    'client.transactions.list({ ...october, onprogress: console.log }).toArray({ max: 10 })',
    'transactions.list was not sent: onprogress: unknown field; did you mean onProgress?',
  ],
  [
    'client.transactions.list({ ...october, sort: "desc" }).toArray({ max: 10 })',
    'transactions.list was not sent: sort: unknown field; did you mean sortDirection?',
  ],
  [
    'client.transactions.list({ ...october, resume: "cursor-1" }).toArray({ max: 10 })',
    'transactions.list was not sent: resume: must be an object, for example error.checkpoint or page.checkpoint',
  ],
  [
    'client.transactions.list({ ...october, windows: true }).toArray({ max: 10 })',
    'transactions.list was not sent: windows: must be an integer from 1 to 64',
  ],
  [
    'client.transactions.list(october, 5000).toArray({ max: 10 })',
    'transactions.getPage was not sent: options: must be an object, for example { timeout: 5000 }',
  ],
  [
    'client.transactions.getPage()',
    `transactions.getPage was not sent: query: is required, and must be an object, for example ${range}`,
  ],
  [
    'client.transactions.getPage(october.startDate, october.endDate)',
    `transactions.getPage was not sent: query: must be an object, for example ${range}; ` +
      'options: must be an object, for example { timeout: 5000 }',
  ],
  [
    'client.transactions.getPage({ ...october, startDate: "2026-10-01" })',
    "transactions.getPage was not sent: startDate: a date alone names no moment: use `...utcDay('2026-10-01')` for that day, or add a time and an offset",
  ],
  [
    'client.transactions.getPage({ ...october, endDate: new Date("yesterday") })',
    'transactions.getPage was not sent: endDate: must be a valid Date',
  ],
  [
    'client.transactions.getPage({ startDate: october.endDate, endDate: october.startDate })',
    'transactions.getPage was not sent: endDate: must be after startDate',
  ],
  [
    'client.transactions.getPage({ ...october, limit: "100" })',
    'transactions.getPage was not sent: limit: must be an integer from 1 to 10000',
  ],
  [
    'client.transactions.getPage({ ...october, sortDirection: "descending" })',
    'transactions.getPage was not sent: sortDirection: must be either "asc" or "desc"',
  ],
  [
    'client.transactions.getPage({ ...october, cursor: 2 })',
    'transactions.getPage was not sent: cursor: must be a string: the nextCursor of an earlier page',
  ],
  [
    'client.transactions.planWindows(october)',
    'transactions.planWindows was not sent: parts: is required, and must be an object, for example { count: 4 }',
  ],
  [
    'client.transactions.planWindows("2026-10", { count: 4 })',
    `transactions.planWindows was not sent: query: must be an object, for example ${range}`,
  ],
];

const pricePoints: readonly Mistake[] = [
  [
    'client.pricePoints.create()',
    'pricePoints.create was not sent: input: is required, and must be an object, for example { priceInUsdCents: 999 }',
  ],
  [
    'client.pricePoints.create(999)',
    'pricePoints.create was not sent: input: must be an object, for example { priceInUsdCents: 999 }',
  ],
  [
    'client.pricePoints.create({})',
    `pricePoints.create was not sent: priceInUsdCents: is required, and must be ${cents}`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 9.99 })',
    `pricePoints.create was not sent: priceInUsdCents: must be ${cents}`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: "999" })',
    `pricePoints.create was not sent: priceInUsdCents: must be ${cents}`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: -999 })',
    'pricePoints.create was not sent: priceInUsdCents: must not be negative',
  ],
  [
    'client.pricePoints.create({ price: 999 })',
    `pricePoints.create was not sent: priceInUsdCents: is required, and must be ${cents}; price: unknown field; did you mean priceInUsdCents?`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, overrides: [{ countryCode2: "DE", price: 9.49 }] })',
    'pricePoints.create was not sent: overrides: unknown field; did you mean priceOverrides?',
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, name: "starter" })',
    'pricePoints.create was not sent: name: unknown field; known: priceInUsdCents, priceOverrides',
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: { DE: 9.49 } })',
    `pricePoints.create was not sent: priceOverrides: must be an array, for example [${override}]`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: ["DE"] })',
    `pricePoints.create was not sent: priceOverrides[0]: must be an object, for example ${override}`,
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: [{ country: "DE", price: 9.49 }] })',
    'pricePoints.create was not sent: priceOverrides[0].countryCode2: is required, and must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"; ' +
      'priceOverrides[0].country: unknown field; did you mean countryCode2?',
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: [{ countryCode2: "Germany", price: 9.49 }] })',
    'pricePoints.create was not sent: priceOverrides[0].countryCode2: must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"',
  ],
  [
    'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: [{ countryCode2: "DE", price: "9.49" }] })',
    'pricePoints.create was not sent: priceOverrides[0].price: must be a finite number in major units, for example 9.99',
  ],
  [
    'client.pricePoints.get()',
    `pricePoints.get was not sent: priceInUsdCents: is required, and must be ${cents}`,
  ],
  ['client.pricePoints.get("999")', `pricePoints.get was not sent: priceInUsdCents: must be ${cents}`],
  [
    'client.pricePoints.get({ priceInUsdCents: 999 })',
    `pricePoints.get was not sent: priceInUsdCents: must be ${cents}`,
  ],
  [
    'client.pricePoints.get(999, new AbortController().signal)',
    'pricePoints.get was not sent: options: must be an object, for example { signal }',
  ],
  [
    'client.pricePoints.get(999, null)',
    'pricePoints.get was not sent: options: must be an object, for example { timeout: 5000 }',
  ],
  [
    'client.pricePoints.list({ limit: 10 })',
    `pricePoints.list was not sent: options.limit: is not an option of a call; known: ${options}`,
  ],
  [
    'client.pricePoints.update(999)',
    'pricePoints.update was not sent: input: is required, and must be an object, for example { updatedPriceInUsdCents: 1099 }',
  ],
  [
    'client.pricePoints.update(999, 1099)',
    'pricePoints.update was not sent: input: must be an object, for example { updatedPriceInUsdCents: 1099 }',
  ],
  [
    'client.pricePoints.update(999, { priceInUsdCents: 1099 })',
    'pricePoints.update was not sent: priceInUsdCents: unknown field; did you mean updatedPriceInUsdCents?',
  ],
  ['client.pricePoints.delete("999")', `pricePoints.delete was not sent: priceInUsdCents: must be ${cents}`],
];

const others: readonly Mistake[] = [
  [
    'client.translations.get("de")',
    'translations.get was not sent: query: must be an object, for example { locale: "de" }',
  ],
  [
    'client.translations.get({ lang: "de" })',
    'translations.get was not sent: lang: unknown field; known: locale',
  ],
  [
    'client.translations.get({ locale: "" })',
    'translations.get was not sent: locale: must not be empty, for example "de"',
  ],
  [
    'client.translations.set()',
    `translations.set was not sent: input: is required, and must be an object, for example { staticTranslations: [${translation}] }`,
  ],
  [
    'client.translations.set([{ key: "buy", locale: "de", value: "Kaufen" }])',
    `translations.set was not sent: input: must be an object, for example { staticTranslations: [${translation}] }`,
  ],
  [
    'client.translations.set({ static: [] })',
    'translations.set was not sent: static: unknown field; did you mean staticTranslations?',
  ],
  [
    'client.translations.set({ staticTranslations: { buy: "Kaufen" } })',
    `translations.set was not sent: staticTranslations: must be an array, for example [${translation}]`,
  ],
  [
    'client.translations.set({ staticTranslations: [{ key: "buy", local: "de", value: "Kaufen" }] })',
    'translations.set was not sent: staticTranslations[0].locale: is required, and must be a string, for example "de"; ' +
      'staticTranslations[0].local: unknown field; did you mean locale?',
  ],
  [
    'client.translations.setAll("de")',
    `translations.setAll was not sent: input: must be an object, for example { staticTranslations: [${translation}] }`,
  ],
  [
    'client.translations.setAll({}, console.log)',
    'translations.set was not sent: options: must be an object, for example { timeout: 5000 }',
  ],
  [
    'client.content.get()',
    'content.get was not sent: contentId: is required, and must be a string, for example "content-1"',
  ],
  [
    'client.content.get(42)',
    'content.get was not sent: contentId: must be a string, for example "content-1"',
  ],
  [
    'client.content.get("")',
    'content.get was not sent: contentId: must not be empty, for example "content-1"',
  ],
  [
    'client.content.upsertTranslation("welcome", { title: "Willkommen" })',
    'content.upsertTranslation was not sent: isoCode: must be a string, for example "de"; ' +
      'translation: is required, and must be an object, for example { title: "Willkommen" }',
  ],
  [
    'client.content.upsertTranslation("welcome", "de", "Willkommen")',
    'content.upsertTranslation was not sent: translation: must be an object, for example { title: "Willkommen" }',
  ],
  [
    'client.content.upsertTranslation("welcome", "de", { subtitle: "Hallo" })',
    'content.upsertTranslation was not sent: subtitle: unknown field; did you mean subTitle?',
  ],
  [
    'client.content.upsertTranslation("welcome", "de", { labels: "neu" })',
    'content.upsertTranslation was not sent: labels: must be an array, for example ["neu"]',
  ],
  [
    'client.promoCodes.create("launch")',
    `promoCodes.create was not sent: promoCodes: is required, and must be an array, for example [${code}]`,
  ],
  [
    'client.promoCodes.create("launch", ["LAUNCH10", "LAUNCH20"])',
    `promoCodes.create was not sent: promoCodes[0]: must be an object, for example ${code}; promoCodes[1]: must be an object, for example ${code}`,
  ],
  [
    'client.promoCodes.create("launch", { name: "LAUNCH10", maxRedemptions: 1, active: true })',
    `promoCodes.create was not sent: promoCodes: must be an array, for example [${code}]`,
  ],
  [
    'client.promoCodes.create("launch", [{ name: "LAUNCH10" }])',
    'promoCodes.create was not sent: promoCodes[0].maxRedemptions: is required, and must be an integer, for example 1000; ' +
      'promoCodes[0].active: is required, and must be true or false',
  ],
  [
    'client.promoCodes.create("launch", [{ name: "LAUNCH10", maxRedemption: 5, active: true }])',
    'promoCodes.create was not sent: promoCodes[0].maxRedemptions: is required, and must be an integer, for example 1000; ' +
      'promoCodes[0].maxRedemption: unknown field; did you mean maxRedemptions?',
  ],
  [
    'client.personalization.refreshSpecificActivePlayers()',
    'personalization.refreshSpecificActivePlayers was not sent: playerIds: is required, and must be an array, for example ["player-1"]',
  ],
  [
    'client.personalization.refreshSpecificActivePlayers("player-1")',
    'personalization.refreshSpecificActivePlayers was not sent: playerIds: must be an array, for example ["player-1"]',
  ],
  [
    'client.personalization.refreshSpecificActivePlayers([1])',
    'personalization.refreshSpecificActivePlayers was not sent: playerIds[0]: must be a string, for example "player-1"',
  ],
  [
    'client.personalization.refreshActivePlayers(["player-1"])',
    'personalization.refreshActivePlayers was not sent: options: must be an object, for example { timeout: 5000 }',
  ],
  [
    'client.offers.list("Bundle").toArray({ max: 10 })',
    'offers.getPage was not sent: query: must be an object, for example { offerType: "Bundle", limit: 20 }',
  ],
  [
    'client.offers.list(null).toArray({ max: 10 })',
    'offers.getPage was not sent: query: must be an object, for example { offerType: "Bundle", limit: 20 }',
  ],
  [
    'client.offers.getPage({ type: "Bundle" })',
    'offers.getPage was not sent: type: unknown field; did you mean offerType?',
  ],
  [
    'client.offers.getPage({ offerType: "bundle" })',
    'offers.getPage was not sent: offerType: must be one of "Bundle", "SpecialOffer", "Popup"',
  ],
  [
    'client.offers.getPage({ offerIds: "starter" })',
    'offers.getPage was not sent: offerIds: must be an array, for example ["starter"]',
  ],
  [
    'client.checkout.createSession()',
    `checkout.createSession was not sent: input: is required, and must be an object, for example { ${session} }`,
  ],
  [
    'client.checkout.createSession({})',
    `checkout.createSession was not sent: priceDetails: is required, and must be an object, for example ${priceDetails}; ` +
      `offer: is required, and must be an object, for example ${offer}; ` +
      `customer: is required, and must be an object, for example ${customer}`,
  ],
  [
    `client.checkout.createSession({ ${session}, priceDetails: 999 })`,
    `checkout.createSession was not sent: priceDetails: must be an object, for example ${priceDetails}`,
  ],
  [
    `client.checkout.createSession({ ${session}, customer: { playerId: "player-1" } })`,
    'checkout.createSession was not sent: customer.id: is required, and must be a string, for example "player-1"; ' +
      'customer.playerId: unknown field; known: id, email, identitySignals',
  ],
  [
    `client.checkout.createSession({ ${session}, redirectURL: "mygame://shop" })`,
    'checkout.createSession was not sent: redirectURL: unknown field; did you mean redirectUrl?',
  ],
  [
    `client.checkout.createSession({ ${session}, items: { sku: "gems-100" } })`,
    'checkout.createSession was not sent: items: must be an array, for example [{ sku: "gems-100", quantity: 1 }]',
  ],
  [
    `client.checkout.createSession({ ${session}, attributes: "cohort B" })`,
    'checkout.createSession was not sent: attributes: must be an object, for example { cohort: "B" }',
  ],
  [
    'client.request("/v1/price-points")',
    'request was not sent: request: must be an object, for example { method: "GET", path: "/v1/price-points" }',
  ],
  [
    'client.request({ url: "/v1/price-points", method: "get" })',
    'request was not sent: method: must be one of "GET", "POST", "PUT", "DELETE"; ' +
      'path: is required, and must be a string, for example "/v1/price-points"; url: unknown field; did you mean path?',
  ],
  [
    'client.pricePoints.get(999, { maxRetries: 5 })',
    'pricePoints.get was not sent: options.maxRetries: is not an option of a call; did you mean retry: { limit }?',
  ],
  [
    'client.pricePoints.get(999, { timeoutMs: 5000 })',
    'pricePoints.get was not sent: options.timeoutMs: is not an option of a call; did you mean timeout?',
  ],
  [
    'client.pricePoints.get(999, { retry: 5 })',
    'pricePoints.get was not sent: options.retry: must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }',
  ],
  [
    'client.pricePoints.get(999, { unknownFields: true })',
    'pricePoints.get was not sent: options.unknownFields: must be "send" or "reject"',
  ],
];

let service: Service;
beforeAll(async () => {
  service = await startService([{ json: {} }]);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

test.each([...transactions, ...pricePoints, ...others])(
  '%s explains the mistake: %s',
  async (line, message) => {
    expect(await messageOf(line, { client: service.client(), october })).toBe(message);
    expect(service.requests).toEqual([]);
  },
);
