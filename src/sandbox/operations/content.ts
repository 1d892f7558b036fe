import {
  type ContentItem,
  type ContentTranslation,
  type ContentTranslationInput,
  getContent,
  upsertContentTranslation,
} from '../../client/api/content.ts';
import { emptyTexts } from '../seed/seed-rows.ts';
import { put } from '../store/tables.ts';
import { documentedError, type ErrorResponse, type ErrorSource, Rejection } from './errors.ts';
import { type Call, type Context, route, type Route } from './route.ts';

/** Portal content (§4.2, §4.3): the items of the initial state, and their translations. */
export function contentRoutes({ settings, clock, store }: Context): Route[] {
  const find = ({ params, source }: Call<unknown>): ContentItem => {
    const item = store.get('content', params['contentId'] ?? '');
    if (!item) throw new Rejection(documentedError(source, 'content_not_found'));
    return item;
  };

  return [
    route(getContent, find),
    route(
      upsertContentTranslation,
      (call) => {
        const item = find(call);
        const isoCode = call.params['isoCode'] ?? '';
        if (!settings.locales.includes(isoCode)) throw new Rejection(badRequest(call.source));
        const updated: ContentItem = {
          ...item,
          updatedAt: clock.now().toISOString(),
          translations: upsert(item.translations ?? [], isoCode, call.body),
        };
        store.write(put('content', updated));
        return updated;
      },
      badRequest,
    ),
  ];
}

/** Fields that are not given keep their values; in a new translation they are empty. */
function upsert(
  translations: readonly ContentTranslation[],
  isoCode: string,
  given: ContentTranslationInput,
): ContentTranslation[] {
  const earlier = translations.find((translation) => translation.isoCode === isoCode);
  // The schema has removed all but the fields of a translation, and JSON has no `undefined`.
  const translation = { isoCode, ...emptyTexts, ...earlier, ...given } as ContentTranslation;
  if (!earlier) return [...translations, translation];
  return translations.map((other) => (other === earlier ? translation : other));
}

function badRequest(source: ErrorSource): ErrorResponse {
  return documentedError(source, 'bad_request');
}
