import { isObject } from '../api/input.ts';
import {
  getTranslations,
  setTranslations,
  type TranslationQuery,
  type TranslationSet,
  type TranslationSetInput,
  type TranslationSetRead,
} from '../api/translations.ts';
import { invalidRequest, PublisherError } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { setOutcome, type Transport } from '../http/transport.ts';
import { splitTranslations } from './split-translations.ts';

export type {
  DynamicTranslation,
  DynamicTranslationInput,
  StaticTranslation,
  StaticTranslationInput,
  TranslationQuery,
  TranslationSet,
  TranslationSetInput,
  TranslationSetRead,
} from '../api/translations.ts';

/** Progress of `setAll`. */
export interface TranslationProgress {
  /** Requests completed so far. */
  readonly requests: number;
  /** Total number of requests. */
  readonly totalRequests: number;
  /** Translations set so far. */
  readonly translations: number;
  /** Total number of translations. */
  readonly totalTranslations: number;
}

/** Options of `setAll`. */
export type TranslationSetAllOptions = CallOptions & {
  /** Called after each successful request. */
  readonly onProgress?: ((progress: TranslationProgress) => void) | undefined;
};

/** Translations of the store (§4.9, §4.6a). */
export interface Translations {
  /**
   * Returns all translations, or those of one locale with English where a translation is missing (§4.9).
   *
   * @example
   * ```ts
   * const { staticTranslations } = await client.translations.get({ locale: 'de' });
   * console.log(staticTranslations.length);
   * ```
   */
  get(query?: TranslationQuery, options?: CallOptions): Promise<TranslationSetRead>;

  /**
   * Adds or updates translations in one request of at most 100 KB and returns the full set (§4.6a, §8).
   *
   * @throws {@link InvalidRequestError} when the request is larger; use `setAll`, which splits it
   * @example
   * ```ts
   * await client.translations.set({
   *   staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
   *   dynamicTranslations: [
   *     { type: 'product', externalId: 'gems-100', field: 'name', locale: 'de', value: '100 Edelsteine' },
   *   ],
   * });
   * ```
   */
  set(input: TranslationSetInput, options?: CallOptions): Promise<TranslationSet>;

  /**
   * Adds or updates any number of translations and returns the full set (§4.6a, §8).
   *
   * The translations are split into requests of at most 100 KB, which are sent one after the other. If one fails after
   * others were applied, `outcome` is `applied`, and `appliedRequests` is their number. Call `setAll` again with all
   * translations: setting the same translation twice changes nothing.
   *
   * @throws {@link InvalidRequestError} before anything is sent, when a single translation exceeds the limit
   * @example
   * ```ts
   * const staticTranslations = [{ key: 'buy', locale: 'de', value: 'Kaufen' }];
   * await client.translations.setAll(
   *   { staticTranslations },
   *   { onProgress: ({ requests, totalRequests }) => console.log(requests, 'of', totalRequests) },
   * );
   * ```
   */
  setAll(input: TranslationSetInput, options?: TranslationSetAllOptions): Promise<TranslationSet>;
}

/** @internal */
export function createTranslations(transport: Transport): Translations {
  return {
    get: (query = {}, options) => transport.send(getTranslations, { query }, options),
    set: (input, options) => transport.send(setTranslations, { body: input }, options),
    setAll: (input, options = {}) => setAllTranslations(transport, input, options),
  };
}

async function setAllTranslations(
  transport: Transport,
  input: TranslationSetInput,
  options: TranslationSetAllOptions,
): Promise<TranslationSet> {
  const isOptions = isObject(options) && !(options instanceof AbortSignal);
  // Options that are not an object are passed on: the first request rejects them.
  const { onProgress, ...rest }: TranslationSetAllOptions = isOptions ? options : {};
  const callOptions = isOptions ? rest : options;
  const { parts, issues } = splitTranslations(input, rest.unknownFields);
  if (issues.length > 0) throw invalidRequest(setTranslations.name, issues);
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalidRequest(setTranslations.name, [
      { path: 'options.onProgress', message: 'must be a function' },
    ]);
  }

  const totalTranslations = parts.reduce((sum, part) => sum + countTranslations(part), 0);
  let latest: TranslationSet = { staticTranslations: [], dynamicTranslations: [] };
  let translations = 0;
  for (const [index, part] of parts.entries()) {
    try {
      latest = await transport.send(setTranslations, { body: part }, callOptions);
    } catch (error) {
      if (error instanceof PublisherError && error !== rest.signal?.reason)
        setAppliedRequests(error, index, parts.length);
      throw error;
    }
    translations += countTranslations(part);
    const progress = { requests: index + 1, totalRequests: parts.length, translations, totalTranslations };
    transport.settings.observer.guard('onProgress', () => onProgress?.(progress));
  }
  return latest;
}

/** Adds to the error of a request how many of all requests were applied. */
function setAppliedRequests(error: PublisherError, before: number, total: number): void {
  const applied = before + (error.outcome === 'applied' ? 1 : 0);
  error.appliedRequests = applied;
  if (before === 0) return;
  setOutcome(error, 'applied', `${applied} of ${total} requests ${applied === 1 ? 'was' : 'were'} applied`);
}

function countTranslations({
  staticTranslations = [],
  dynamicTranslations = [],
}: TranslationSetInput): number {
  return staticTranslations.length + dynamicTranslations.length;
}
