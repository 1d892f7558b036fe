import {
  getTranslations,
  setTranslations,
  type TranslationQuery,
  type TranslationSet,
  type TranslationSetInput,
} from '../contract/translations.ts';
import { InvalidRequestError } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../transport/transport.ts';
import { splitTranslations } from './split-translations.ts';

export type {
  DynamicTranslation,
  DynamicTranslationInput,
  StaticTranslation,
  StaticTranslationInput,
  TranslationQuery,
  TranslationSet,
  TranslationSetInput,
} from '../contract/translations.ts';

/** How far `setAll` has come. */
export interface TranslationProgress {
  /** Requests answered so far. */
  readonly requests: number;
  /** Requests in all. */
  readonly totalRequests: number;
  /** Translations set so far. */
  readonly translations: number;
  /** Translations in all. */
  readonly totalTranslations: number;
}

/** Settings of `setAll`. */
export interface TranslationSetAllOptions extends CallOptions {
  /** Called after each request that was answered. */
  readonly onProgress?: ((progress: TranslationProgress) => void) | undefined;
}

/** Translations of the store's texts (§4.9, §4.6a). */
export class Translations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads all translations, or one locale's with English where it has none (§4.9).
   *
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const { staticTranslations } = await client.translations.get({ locale: 'de' });
   * console.log(staticTranslations?.length);
   * ```
   */
  get(query: TranslationQuery = {}, options?: CallOptions): Promise<TranslationSet> {
    return this.#transport.send(getTranslations, { query }, options);
  }

  /**
   * Adds or updates translations in one request of at most 100 KB (§4.6a, §8), and returns the full set.
   *
   * @throws {@link InvalidRequestError} when the request would be larger; `setAll` splits it
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * await client.translations.set({
   *   staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
   *   dynamicTranslations: [
   *     { type: 'product', externalId: 'gems-100', field: 'name', locale: 'de', value: '100 Edelsteine' },
   *   ],
   * });
   * ```
   */
  set(input: TranslationSetInput, options?: CallOptions): Promise<TranslationSet> {
    return this.#transport.send(setTranslations, { body: input }, options);
  }

  /**
   * Adds or updates any number of translations, split into requests under the documented 100 KB (§4.6a, §8).
   *
   * The requests are sent one after the other. Setting the same translation twice changes nothing, so after a
   * failure the whole call can be made again. Returns the full set, as the last answer gave it.
   *
   * @throws {@link InvalidRequestError} before anything is sent, when one translation alone is over the limit
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
   * const staticTranslations = [{ key: 'buy', locale: 'de', value: 'Kaufen' }];
   * await client.translations.setAll(
   *   { staticTranslations },
   *   { onProgress: ({ requests, totalRequests }) => console.log(requests, 'of', totalRequests) },
   * );
   * ```
   */
  async setAll(input: TranslationSetInput, options: TranslationSetAllOptions = {}): Promise<TranslationSet> {
    const { onProgress, ...callOptions } = options;
    const { parts, issues } = splitTranslations(input);
    if (issues.length > 0) throw new InvalidRequestError('translations.setAll', issues);
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw new InvalidRequestError('translations.setAll', [
        { path: 'options.onProgress', message: 'must be a function' },
      ]);
    }

    const totalTranslations = parts.reduce((sum, part) => sum + countTranslations(part), 0);
    let answer: TranslationSet = { staticTranslations: [], dynamicTranslations: [] };
    let translations = 0;
    for (const [index, part] of parts.entries()) {
      answer = await this.set(part, callOptions);
      translations += countTranslations(part);
      const progress = { requests: index + 1, totalRequests: parts.length, translations, totalTranslations };
      this.#transport.settings.observer.guard('onProgress', () => onProgress?.(progress));
    }
    return answer;
  }
}

function countTranslations({
  staticTranslations = [],
  dynamicTranslations = [],
}: TranslationSetInput): number {
  return staticTranslations.length + dynamicTranslations.length;
}
