import * as z from 'zod';

import { inputObject } from '../client/api/input-object.ts';
import { type DateTimeInput, dateTimeInput, integerBetween } from '../client/api/input.ts';
import type { CurrencyDigits } from '../client/money/currency-digits.ts';
import { currencyDigitsRule } from '../client/options/currency-digits-rule.ts';
import { functionRule, rejectedOption } from '../client/options/rules.ts';
import { localeSchema } from './store/tables.ts';

/** The URL of an endpoint of the publisher. */
export const callbackUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});

/** A period of the ledger. */
interface LedgerPeriod {
  /** Start of the period. */
  readonly start: DateTimeInput;
  /** End of the period, excluded; must be after `start`. */
  readonly end: DateTimeInput;
}

/** The unit of the price of a checkout session (§4.15). */
type CheckoutPriceUnit = 'minor' | 'major';

/** Options of {@link createSandbox}; all are optional. */
export interface SandboxOptions {
  /** The only publisher token that is accepted. @defaultValue `'sandbox-token'` */
  readonly token?: string | undefined;
  /** The publisher's id in personalization responses (§4.11). @defaultValue `'sandbox-publisher'` */
  readonly publisherId?: string | undefined;
  /**
   * Seed of the ledger, ids and exchange rates: the same seed generates the same data. Without one, sessions and purchases
   * have other ids in each sandbox. After a reset, they have others in any case.
   * @defaultValue `1`, or that of the file of `data`
   */
  readonly seed?: number | undefined;
  /**
   * Number of ledger rows, 0 to 1 000 000 000; they are generated on demand and use no memory.
   * @defaultValue a thousand for each month of the default period, or that of the file of `data`
   */
  readonly transactions?: number | undefined;
  /**
   * Period of the ledger, `end` excluded. Set it for a ledger that does not change from day to day.
   * @defaultValue the thirteen complete calendar months before `now()`, and its own month up to the day before (UTC), fixed
   * when the sandbox is created; or that of the file of `data`
   */
  readonly period?: LedgerPeriod | undefined;
  /**
   * Locales that are enabled for translations of content (§4.3).
   * @defaultValue `['en', 'de', 'es', 'fr', 'ja', 'pt-BR']`
   */
  readonly locales?: readonly string[] | undefined;
  /** Returns the current time of the service. @defaultValue the system clock */
  readonly now?: (() => Date) | undefined;
  /**
   * Delay of the API's responses and of checkout pages in milliseconds, up to 600 000. The control endpoint, the index page
   * and the OpenAPI document are not delayed.
   * @defaultValue `0`
   */
  readonly latency?: number | undefined;
  /**
   * File that stores the state. Every change is written before the response, and survives a restart or a crash. The
   * file is created if it is missing, and keeps the seed, size and period of its ledger: another `seed`,
   * `transactions` or `period` is rejected. Only one sandbox can use it at a time: the folder `FILE.lock` next to it
   * is the lock, which ends with the process.
   * @defaultValue none: the state is kept in memory only
   */
  readonly data?: string | undefined;
  /**
   * JSON file of the initial state: price points, offers, content, translations, sessions. A section that is missing has
   * its default. With `data`, it is read only if that file is new.
   * @defaultValue none: no price points and sessions, and 20 offers
   */
  readonly seedFile?: string | undefined;
  /**
   * Unit of the `price` of a checkout session, which the specification does not show (§4.15): the smallest unit of its
   * currency (999 for 9.99 USD), or major units (9.99). A price with more decimals than the currency is rejected.
   * @defaultValue `'minor'`
   */
  readonly checkoutPriceUnit?: CheckoutPriceUnit | undefined;
  /**
   * Decimals of currencies that the sandbox counts otherwise than ISO 4217, as some services do: `{ HUF: 0 }`. The file of
   * `data` does not keep them.
   * @defaultValue those of ISO 4217
   */
  readonly currencyDigits?: CurrencyDigits | undefined;
  /**
   * Whether to apply rules that the specification does not show and public descriptions of services of this shape do:
   * see {@link createSandbox}. They are unconfirmed; `false` accepts all that the specification does not exclude.
   * @defaultValue `true`
   */
  readonly publicRules?: boolean | undefined;
  /**
   * Value of `device` in a game authentication request for a phone, which the specification only shows as a placeholder
   * (§4.14). {@link Sandbox.callGameAuth} sends it for the device `'MOBILE'`.
   * @defaultValue `'MOBILE'`
   */
  readonly mobileDevice?: string | undefined;
  /** URL of your game authentication endpoint (§4.14), the default target of {@link Sandbox.callGameAuth}. */
  readonly gameAuthUrl?: string | undefined;
  /** URL for the Personalize Web Store Callback (§4.11, §4.12). @defaultValue none: triggers are only recorded */
  readonly personalizeUrl?: string | undefined;
  /** Secret that signs callbacks to the publisher. @defaultValue `'sandbox-secret'` */
  readonly secret?: string | undefined;
}

const visibleAscii = { error: 'must be a string of visible ASCII characters, without spaces' };

/** A string that is not empty. */
export const nonEmptyString = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

const unknown = 'is not an option of the sandbox';

const optionsSchema = inputObject(
  {
    example: '{ seed: 7, transactions: 50000 }',
    unknown,
    aliases: { rows: 'transactions', delay: 'latency', file: 'data' },
  },
  {
    token: z
      .string(visibleAscii)
      .regex(/^[\x21-\x7e]+$/, visibleAscii)
      .default('sandbox-token'),
    publisherId: nonEmptyString.default('sandbox-publisher'),
    seed: integerBetween(0, Number.MAX_SAFE_INTEGER).optional(),
    transactions: integerBetween(0, 1_000_000_000).optional(),
    period: inputObject(
      { example: '{ start: "2026-10-01T00:00:00Z", end: "2026-11-01T00:00:00Z" }', unknown },
      { start: dateTimeInput, end: dateTimeInput },
    )
      .transform(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
      .refine(({ start, end }) => end > start, { path: ['end'], error: 'must be after start' })
      .optional(),
    locales: z
      .array(localeSchema, { error: 'must be an array of locale codes' })
      .readonly()
      .default(['en', 'de', 'es', 'fr', 'ja', 'pt-BR']),
    now: functionRule<() => Date>('must be a function that returns a Date').default(() => () => new Date()),
    latency: integerBetween(0, 600_000).default(0),
    data: nonEmptyString.optional(),
    seedFile: nonEmptyString.optional(),
    checkoutPriceUnit: z.enum(['minor', 'major'], { error: 'must be "minor" or "major"' }).default('minor'),
    currencyDigits: currencyDigitsRule.default({}),
    publicRules: z.boolean({ error: 'must be true or false' }).default(true),
    mobileDevice: nonEmptyString
      .refine((device) => device !== 'DESKTOP', { error: 'must not be DESKTOP, which is a computer' })
      .default('MOBILE'),
    gameAuthUrl: callbackUrl.optional(),
    personalizeUrl: callbackUrl.optional(),
    secret: z
      .string({ error: 'must be a string' })
      .regex(/^\S(.*\S)?$/s, { error: 'must not be empty, or begin or end with white space' })
      .default('sandbox-secret'),
  },
);

/** The options with their defaults, but for those of the ledger; times are milliseconds since 1970. */
export type SandboxSettings = Readonly<z.output<typeof optionsSchema>>;

/**
 * Validates the options and adds the defaults.
 *
 * @throws ConfigurationError naming the invalid or unknown option.
 */
export function readOptions(options: SandboxOptions): SandboxSettings {
  const result = optionsSchema.safeParse(options);
  if (!result.success) throw rejectedOption(result.error);
  return result.data;
}
