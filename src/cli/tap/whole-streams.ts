import type { Connection } from '../connection.ts';
import { readPricePoints } from '../prices/price-points.ts';
import type { Stream } from './streams.ts';

type Records = AsyncGenerator<readonly object[], void, undefined>;

/** Reads the streams that are whole each time. */
export const wholeStreams: Partial<
  Record<Stream['name'], (connection: Connection, signal: AbortSignal) => Records>
> = {
  async *price_points(connection, signal) {
    yield await readPricePoints({ connection, signal, progress: () => undefined });
  },
  async *offers({ client }, signal) {
    for await (const { offers } of client.offers.list({}, { signal }).pages()) yield offers;
  },
  async *translations({ client }, signal) {
    const { staticTranslations, dynamicTranslations } = await client.translations.get({}, { signal });
    const none = { key: null, type: null, externalId: null, field: null };
    yield staticTranslations.map(({ key, locale, value }) => {
      const id = JSON.stringify(['static', key, locale]);
      return { ...none, id, kind: 'static', key, locale, value };
    });
    yield dynamicTranslations.map(({ type, externalId, field, locale, value }) => {
      const id = JSON.stringify(['dynamic', type, externalId, field, locale]);
      return { ...none, id, kind: 'dynamic', type: type ?? null, externalId, field, locale, value };
    });
  },
};
