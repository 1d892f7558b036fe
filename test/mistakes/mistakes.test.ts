import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import * as callbacks from '../../src/callbacks/index.ts';
import * as main from '../../src/client/index.ts';
import { PublisherError } from '../../src/client/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';
import { october } from '../support/ranges.ts';
import { type Service, startService } from '../support/service.ts';
import { said } from '../support/said.ts';

/** A line of JavaScript as a beginner writes it, and what its message has to contain: the field, and what to do. */
type Mistake = readonly [code: string, message: string];

const url = 'baseUrl: "https://commerce.example.com"';
const verify = 'verifySignature: acceptUnsigned()';

const options: readonly Mistake[] = [
  ['new PublisherClient("token")', 'options: … object, … { baseUrl:'],
  ['new PublisherClient({ url: "https://example.com" })', 'url: … did you mean baseUrl?'],
  [`new PublisherClient({ ${url}, apiKey: "t" })`, 'did you mean token?'],
  [`new PublisherClient({ ${url}, token: "t", maxRetries: 3 })`, 'did you mean retry: { limit }?'],
  [`new PublisherClient({ ${url}, token: "t", retry: { maxRetries: 3 } })`, 'did you mean limit?'],
  [`new PublisherClient({ ${url}, token: "t", sandbox: true })`, 'did you mean environment: "sandbox"?'],
  ['createGameAuthHandler()', 'options: … object, … { publisherToken:'],
  [
    `createGameAuthHandler({ publisherToken: "t", ${verify}, initiate() {}, secret: "s" })`,
    'did you mean verifySignature:',
  ],
  ['timestampedHmac("the secret")', 'secret: is required'],
  ['toNodeListener({ publisherToken: "t" })', 'handler: must be a function'],
  ['createSandbox(5)', 'options: … object, … { seed: 7,'],
  ['createSandbox({ rows: 5 })', 'rows: … did you mean transactions?'],
  ['createSandbox().listen(8080)', 'options: … object, … { port: 8080 }'],
  ['createSandbox().listen({ host: "0.0.0.0" })', 'host: must be 127.0.0.1 or ::1'],
  ['createSandbox().fail("pricePoints.list", 500)', 'plan: … object, … { operation:'],
  ['createSandbox().fail({ operation: "pricepoint.list", status: 500 })', 'did you mean pricePoints.list?'],
  ['createSandbox().fail({ operation: "pricePoints.list" })', 'status: is required, … reason or fault'],
  ['createSandbox().advance("1 day")', 'advance: … milliseconds'],
];

const requests: readonly Mistake[] = [
  ['client.transactions.list().toArray({ max: 10 })', 'query: … object, … { startDate:'],
  ['client.transactions.list(new Date()).toArray({ max: 10 })', 'endDate: is required, … a Date'],
  [
    'client.transactions.list({ from: 1 }).toArray({ max: 10 })',
    'from: unknown field; did you mean startDate?',
  ],
  ['client.transactions.list({ ...october, pagesize: 100 }).toArray({ max: 10 })', 'did you mean limit?'],
  [
    'client.transactions.list({ ...october, resume: "c" }).toArray({ max: 10 })',
    'for example error.checkpoint',
  ],
  ['client.transactions.list(october, 5000).toArray({ max: 10 })', 'options: … object, … { timeout'],
  ['client.pricePoints.create(999)', 'input: … object, … { priceInUsdCents: 999 }'],
  ['client.pricePoints.create({ price: 999 })', 'price: unknown field; did you mean priceInUsdCents?'],
  ['client.pricePoints.get(999, new AbortController().signal)', 'for example { signal }'],
  ['client.pricePoints.get(999, { maxRetries: 5 })', 'options.maxRetries: … did you mean retry'],
  ['client.pricePoints.list({ limit: 10 })', 'options.limit: … known: signal,'],
  ['client.pricePoints.update(999, { priceInUsdCents: 1099 })', 'did you mean updatedPriceInUsdCents?'],
  ['client.translations.get("de")', 'query: … object, … { locale: "de" }'],
  ['client.translations.set({ static: [] })', 'did you mean staticTranslations?'],
  ['client.translations.setAll("de")', 'input: … object, … { staticTranslations:'],
  ['client.content.get(42)', 'contentId: … string, … "content-1"'],
  ['client.content.upsertTranslation("welcome", { title: "Hallo" })', 'translation: is required'],
  ['client.content.upsertTranslation("welcome", "de", { subtitle: "Hallo" })', 'did you mean subTitle?'],
  ['client.promoCodes.create("launch")', 'promoCodes: … array, … [{ name:'],
  ['client.personalization.refreshSpecificActivePlayers("player-1")', 'playerIds: … array'],
  ['client.personalization.refreshActivePlayers(["player-1"])', 'options: … object'],
  ['client.offers.list("Bundle").toArray({ max: 10 })', 'query: … object, … { offerType: "Bundle"'],
  ['client.checkout.createSession({})', 'customer: … object, … { id:'],
  ['client.checkout.createSession({ redirectURL: "mygame://shop" })', 'did you mean redirectUrl?'],
  ['client.request("/v1/price-points")', 'for example { method: "GET", path:'],
];

let service: Service;
beforeAll(async () => {
  service = await startService([{ json: {} }]);
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

test.each([...options, ...requests])('%s explains the mistake: %s', async (code, message) => {
  const client = service.client();
  for (const name of ['BASE_URL', 'TOKEN', 'ENVIRONMENT', 'SANDBOX_URL']) {
    vi.stubEnv(`PUBLISHER_${name}`, undefined);
  }
  const scope = { ...main, ...callbacks, ...sandbox, client, october };
  const run = async (): Promise<unknown> =>
    // The compiler would reject most of these lines, and JavaScript programs have no compiler.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
    await new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope));

  const error = await run().catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(PublisherError);
  expect(String(error)).toMatch(said(message));
  expect(service.requests).toEqual([]);
});
