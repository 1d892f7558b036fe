import * as z from 'zod';

import { type DateTimeInput, dateTimeInput } from '../contract/input-fields.ts';
import { rejectedOption } from '../options/rejected-option.ts';
import { ConfigurationError } from '../errors/index.ts';

/** How {@link createSandbox} sets the service up; every option has a default. */
export interface SandboxOptions {
  /** The publisher token that is let in. @defaultValue `'sandbox-token'` */
  readonly token?: string | undefined;
  /** The publisher's id, as personalization answers name it (§4.11). @defaultValue `'sandbox-publisher'` */
  readonly publisherId?: string | undefined;
  /** Decides everything that looks random: same seed, same ledger, ids and rates. @defaultValue `1` */
  readonly seed?: number | undefined;
  /** Rows of the ledger, 0 to 1 000 000 000; they take no memory. @defaultValue `1000` */
  readonly transactions?: number | undefined;
  /**
   * Over which time the ledger is spread, `end` excluded; given, the ledger is the same on every day.
   * @defaultValue the calendar month (UTC) before `now()`
   */
  readonly period?: { readonly start: DateTimeInput; readonly end: DateTimeInput } | undefined;
  /**
   * The locales that are enabled in the Dashboard, for translations of content (§4.3).
   * @defaultValue `['en', 'de', 'es', 'fr', 'ja', 'pt-BR']`
   */
  readonly locales?: readonly string[] | undefined;
  /** The service's clock. @defaultValue the computer's */
  readonly now?: (() => Date) | undefined;
  /** How long every answer takes, in milliseconds, up to 600 000. @defaultValue `0` */
  readonly latency?: number | undefined;
  /**
   * A file that keeps the state: every change is in it before its request is answered, and is there again after a
   * restart or a crash. It is made when it is missing, and belongs to one seed, size and period of the ledger. One
   * sandbox at a time can have it: the folder `FILE.lock` beside it is the lock, which ends with the process.
   * @defaultValue none: the state is forgotten
   */
  readonly data?: string | undefined;
  /** The publisher's endpoint of §4.14, the default target of {@link Sandbox.callGameAuth}. */
  readonly gameAuthUrl?: string | undefined;
  /** Where the Personalize Web Store Callback is sent (§4.11, §4.12). @defaultValue none: it is only recorded */
  readonly personalizeUrl?: string | undefined;
  /** Signs what the sandbox sends to the publisher. @defaultValue `'sandbox-secret'` */
  readonly secret?: string | undefined;
}

/** The options with their defaults; moments in milliseconds since 1970. */
export interface Settings {
  readonly token: string;
  readonly publisherId: string;
  readonly seed: number;
  readonly transactions: number;
  readonly period: { readonly start: number; readonly end: number } | undefined;
  readonly locales: readonly string[];
  readonly now: () => Date;
  readonly latency: number;
  readonly data: string | undefined;
  readonly gameAuthUrl: string | undefined;
  readonly personalizeUrl: string | undefined;
  readonly secret: string;
}

function wholeNumber(max: number): z.ZodInt {
  const error = `must be a whole number from 0 to ${max}`;
  return z.int({ error }).min(0, { error }).max(max, { error });
}

const visibleAscii = { error: 'must be text of visible ASCII characters, without spaces' };

const callbackUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .optional();

function filled(): z.ZodString {
  return z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' });
}

const optionsSchema = z.strictObject({
  token: z
    .string(visibleAscii)
    .regex(/^[\x21-\x7e]+$/, visibleAscii)
    .default('sandbox-token'),
  publisherId: filled().default('sandbox-publisher'),
  seed: wholeNumber(Number.MAX_SAFE_INTEGER).default(1),
  transactions: wholeNumber(1_000_000_000).default(1000),
  period: z
    .strictObject(
      { start: dateTimeInput, end: dateTimeInput },
      { error: 'must be an object with start and end' },
    )
    .transform(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
    .refine(({ start, end }) => end > start, { path: ['end'], error: 'must be after start' })
    .optional(),
  locales: z
    .array(z.string({ error: 'must be text' }), { error: 'must be a list of locale codes' })
    .readonly()
    .default(['en', 'de', 'es', 'fr', 'ja', 'pt-BR']),
  now: z
    .custom<() => Date>((value) => typeof value === 'function', {
      error: 'must be a function that returns a Date',
    })
    .default(() => () => new Date()),
  latency: wholeNumber(600_000).default(0),
  data: filled().optional(),
  gameAuthUrl: callbackUrl,
  personalizeUrl: callbackUrl,
  secret: z
    .string({ error: 'must be text' })
    .regex(/^\S(.*\S)?$/s, { error: 'must not be empty, nor begin or end with white space' })
    .default('sandbox-secret'),
});

/**
 * Fills in the defaults.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown.
 */
export function readOptions(options: SandboxOptions): Settings {
  const result = optionsSchema.safeParse(options);
  if (!result.success) throw rejectedOption(result.error, { whole: 'options', unknown: 'is unknown' });
  const { period, data, gameAuthUrl, personalizeUrl, ...rest } = result.data;
  return { ...rest, period, data, gameAuthUrl, personalizeUrl };
}

/**
 * The calendar month before a moment, in UTC.
 *
 * @throws ConfigurationError when the moment, which is of the option `now`, is none.
 */
export function monthBefore(now: Date): NonNullable<Settings['period']> {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) {
    throw new ConfigurationError('now', 'must return a valid Date');
  }
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return { start: Date.UTC(year, month - 1), end: Date.UTC(year, month) };
}
