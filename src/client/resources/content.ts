import {
  type ContentItem,
  type ContentTranslationInput,
  getContent,
  upsertContentTranslation,
} from '../api/content.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';

export type {
  ContentItem,
  ContentPage,
  ContentTranslation,
  ContentTranslationInput,
} from '../api/content.ts';

/** Portal content and its translations (§4.2, §4.3). */
export interface PortalContent {
  /**
   * Returns a content item with all its translations (§4.2).
   *
   * @throws {@link NotFoundError} with the reason `content_not_found`
   * @throws {@link InvalidRequestError} when the id is empty, `.` or `..`
   * @example
   * ```ts
   * const item = await client.content.get('content-1');
   * console.log(item.title, item.translations?.map(({ isoCode }) => isoCode));
   * ```
   */
  get(contentId: string, options?: CallOptions): Promise<ContentItem>;

  /**
   * Creates or updates the translation for one locale; other locales, and the item's own fields, are unchanged (§4.3).
   *
   * Whether a field of the translation that is left out is kept is not documented: send all that it has. The locale must
   * already exist in the Publisher Dashboard.
   *
   * @throws {@link BadRequestError} when the service rejects the body or the locale
   * @throws {@link NotFoundError} with the reason `content_not_found`
   * @throws {@link ConflictError} with the reason `slug_exists`
   * @throws {@link PayloadTooLargeError} when the body is larger than the service accepts
   * @example
   * ```ts
   * const { translations } = await client.content.get('content-1');
   * const { title, subTitle, bodyText } = translations?.find(({ isoCode }) => isoCode === 'de') ?? {};
   * const text = { title: title ?? '', subTitle: subTitle ?? '', bodyText: bodyText ?? '' };
   * await client.content.upsertTranslation('content-1', 'de', { ...text, title: 'Willkommen' });
   * ```
   */
  upsertTranslation(
    contentId: string,
    isoCode: string,
    translation: ContentTranslationInput,
    options?: CallOptions,
  ): Promise<ContentItem>;
}

/** @internal */
export function createContent(transport: Transport): PortalContent {
  return {
    get: (contentId, options) => transport.send(getContent, { params: { contentId } }, options),
    upsertTranslation: (contentId, isoCode, translation, options) =>
      transport.send(
        upsertContentTranslation,
        { params: { contentId, isoCode }, body: translation },
        options,
      ),
  };
}
