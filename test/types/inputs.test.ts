import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

const argument = 2345; // Argument of type … is not assignable to parameter of type …
const tooFew = 2554; // Expected … arguments, but got …
const lacking = 2741; // Property … is missing in type … but required in type …
const wrongType = 2322; // Type … is not assignable to type …
const notListed = 2353; // Object literal may only specify known properties
const readOnly = 2540; // Cannot assign to … because it is a read-only property

/** A line that an editor underlines: with which code, and what its message names. */
const rejected: readonly [line: string, code: number, names: string][] = [
  ['client.transactions.list()', tooFew, 'Expected 1-2 arguments'],
  ['client.transactions.list({ startDate: "2026-10-01" })', argument, "'endDate' is missing"],
  ['client.transactions.getPage({ endDate: new Date() })', argument, "'startDate' is missing"],
  ['client.transactions.planWindows(october)', tooFew, 'Expected 2-3 arguments'],
  ['client.transactions.planWindows({ ...october, windows: 2 }, { count: 2 })', notListed, "'windows'"],
  ['client.transactions.list(october).toArray()', tooFew, 'Expected 1 arguments'],
  ['client.transactions.list({ ...october, pageSize: 100 })', notListed, "'pageSize'"],
  ['client.transactions.list({ ...october, sortDirection: "ascending" })', wrongType, '"ascending"'],
  ['client.transactions.list({ ...october, startDate: 1790000000 })', wrongType, "'number'"],
  ['client.transactions.list({ ...october, limit: "100" })', wrongType, "'string'"],
  ['client.pricePoints.get("999")', argument, "'number'"],
  ['client.pricePoints.get(undefined)', argument, "'undefined'"],
  ['client.pricePoints.create({})', argument, "'priceInUsdCents' is missing"],
  ['client.pricePoints.create({ price: 999 })', notListed, "'price'"],
  ['client.pricePoints.create({ priceInUsdCents: 999n })', wrongType, "'bigint'"],
  ['client.pricePoints.update(999)', tooFew, 'Expected 2-3 arguments'],
  [
    'client.pricePoints.update(999, { priceOverrides: [{ countryCode2: "DE" }] })',
    lacking,
    "'price' is missing",
  ],
  ['client.content.get()', tooFew, 'Expected 1-2 arguments'],
  ['client.content.upsertTranslation("welcome", "de")', tooFew, 'Expected 3-4 arguments'],
  ['client.content.upsertTranslation("welcome", "de", { subtitle: "" })', 2561, "'subTitle'"],
  ['client.translations.set()', tooFew, 'Expected 1-2 arguments'],
  [
    'client.translations.set({ staticTranslations: [{ key: "buy", value: "" }] })',
    lacking,
    "'locale' is missing",
  ],
  [
    'client.promoCodes.create("launch", [{ name: "A", active: true }])',
    lacking,
    "'maxRedemptions' is missing",
  ],
  ['client.personalization.refreshSpecificActivePlayers("player-1")', argument, "'string'"],
  ['client.offers.list({ offerType: "Gift" })', wrongType, '"Gift"'],
  ['client.checkout.createSession({ ...session, customer: {} })', lacking, "'id' is missing"],
  [
    'client.checkout.createSession({ ...session, priceDetails: { price: 999 } })',
    lacking,
    "'currency' is missing",
  ],
  ['client.checkout.createSession({ priceDetails: session.priceDetails })', argument, 'offer, customer'],
  ['client.request({ path: "/v1/any" })', argument, "'method' is missing"],
  ['client.request({ method: "PATCH", path: "/v1/any" })', wrongType, '"PATCH"'],
  ['client.request({ method: "GET", path: "v1/any" })', wrongType, '"v1/any"'],
  ['client.pricePoints.list({ timeOut: 1 })', 2561, "'timeout'"],
  ['new PublisherClient({ apiKey: "" })', notListed, "'apiKey'"],
  ['new PublisherClient({ rateLimit: {} })', lacking, "'requestsPerMinute' is missing"],
  ['new PublisherClient({ retry: true })', wrongType, "'true'"],
  ['createGameAuthHandler({ verifySignature, initiate })', argument, "'publisherToken' is missing"],
  ['createGameAuthHandler({ publisherToken: "", initiate })', argument, "'verifySignature' is missing"],
  ['createGameAuthHandler({ publisherToken: "", verifySignature })', argument, "'initiate' is missing"],
  [
    'createGameAuthHandler({ publisherToken: "", verifySignature, initiate: () => ({}) })',
    wrongType,
    "'GameAuthResponse |",
  ],
  [
    'createCallbackHandler({ publisherToken: "", verifySignature, handle: () => ({}) })',
    argument,
    "'schema' is missing",
  ],
  ['timestampedHmac()', tooFew, 'Expected 1 arguments'],
  ['timestampedHmac({})', argument, "'secret' is missing"],
  ['signPayload("{}")', tooFew, 'Expected 2 arguments'],
  ['if (verifySignature({ body: new Uint8Array(), signature: "" })) initiate()', 2801, 'always return true'],
  ['signPayload("{}", { secret: "secret" }).slice(3)', 2339, "'Promise<string>'"],
  ['sandbox.fail({ status: 500 })', argument, 'operation'],
  ['sandbox.fail({ operation: "offers.list", fault: "slow" })', wrongType, '"slow"'],
  ['createSandbox({ rows: 10 })', notListed, "'rows'"],
  ['toMajorUnits(999)', tooFew, 'Expected 2 arguments'],
  ['toMajorUnits("999", "USD")', argument, "'string'"],
  ['page.nextCursor = null', readOnly, "'nextCursor'"],
  ['apiError.status = 200', readOnly, "'status'"],
];

/** A line that an editor leaves alone. */
const accepted: readonly string[] = [
  'new PublisherClient(undefined)',
  'new PublisherClient({ baseUrl: process.env.PUBLISHER_BASE_URL, token: process.env.PUBLISHER_TOKEN })',
  'new PublisherClient({ baseUrl: sandbox.baseUrl, token: sandbox.token, fetch: sandbox.fetch })',
  'new PublisherClient({ token: async () => "token", logger: console, retry: false, rateLimit: undefined })',
  'client.transactions.list({ ...october, cursor: undefined, resume: undefined, windows: undefined }, undefined)',
  'client.transactions.list({ startDate: new Date(), endDate: "2026-11-01T00:00:00Z" })',
  'client.transactions.list({ ...october, resume: JSON.parse(JSON.stringify(page.checkpoint)) })',
  'client.transactions.list({ ...october, resume: apiError.checkpoint })',
  'client.transactions.list((await client.transactions.planWindows(october, { count: 2 }))[0] ?? october)',
  'client.pricePoints.create({ priceInUsdCents: 999, priceOverrides: undefined })',
  'client.pricePoints.update(999, { updatedPriceInUsdCents: undefined })',
  'client.pricePoints.list({ signal: undefined, timeout: undefined, retry: { limit: undefined } })',
  'client.content.upsertTranslation("welcome", "de", { title: undefined, labels: ["new"] as const })',
  'client.translations.get({ locale: undefined })',
  'client.translations.set({ dynamicTranslations: [{ ...dynamic, type: "badge" }] })',
  'client.promoCodes.create("launch", Object.freeze([{ name: "A", active: true, maxRedemptions: 1 }]))',
  'client.offers.list()',
  'client.checkout.createSession({ ...session, items: [{}], countryCode2: undefined })',
  'client.request({ method: "GET", path: "/v1/any", query: { page: undefined }, params: undefined })',
  'page.results.filter(({ transactionDetails }) => transactionDetails.type === "a type of tomorrow")',
  'sandbox.callGameAuth(undefined, { device: "CONSOLE" })',
  'createGameAuthHandler({ publisherToken: process.env.PUBLISHER_TOKEN, verifySignature, initiate })',
  'createGameAuthHandler({ publisherToken: ["new", "old"], verifySignature: acceptUnsigned(), initiate })',
  'timestampedHmac({ secret: undefined, tolerance: undefined })',
];

const editor = new Editor(`
import { type ApiError, PublisherClient, toMajorUnits, type TransactionPage } from 'publisher-commerce';
import { acceptUnsigned, createCallbackHandler, createGameAuthHandler, signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
import { createSandbox } from 'publisher-commerce/sandbox';

declare const apiError: ApiError;
declare const page: TransactionPage;
const client = new PublisherClient();
const sandbox = createSandbox();
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const session = { priceDetails: { price: 999, currency: 'USD' }, offer: { name: 'Gems', sku: 'gems' }, customer: { id: '1' } };
const dynamic = { externalId: 'gems', field: 'name', locale: 'de', value: 'Edelsteine' };
const verifySignature = timestampedHmac({ secret: 'secret' });
const initiate = () => ({ accessToken: 'token' });

${rejected.map(([line], index) => `/* rejected ${index} */ ${line};`).join('\n')}
${accepted.map((line, index) => `/* accepted ${index} */ ${line};`).join('\n')}
`);

test('only the lines with errors are underlined', () => {
  expect(editor.problems()).toHaveLength(rejected.length);
});

test.each(rejected.map(([line, code, names], index) => ({ line, code, names, index })))(
  '$line is rejected, naming $names',
  ({ code, names, index }) => {
    const [problem, ...others] = editor.problems(`/* rejected ${index} */`);

    expect(problem?.code).toBe(code);
    expect(problem?.message).toContain(names);
    expect(others).toEqual([]);
  },
);

test.each(accepted.map((line, index) => ({ line, index })))('$line is accepted', ({ index }) => {
  expect(editor.problems(`/* accepted ${index} */`)).toEqual([]);
});
