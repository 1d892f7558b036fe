import type { Connection } from '../../service/connection.ts';
import { readPricePoints } from '../../service/price-points.ts';
import { activateVersion, recordMessages } from './catalog.ts';
import type { KnownRows } from './known-rows.ts';
import type { Stream } from './streams.ts';

/** A part of the records of a stream. */
interface Part {
  readonly rows: readonly object[];
  /** Whether this part and those before it are all records that there are, and there is one at least. */
  readonly isWhole: boolean;
}

/**
 * Yields the messages of a stream that is whole each time; none for the others.
 *
 * @throws UsageError if the token is that of another game than before
 */
export async function* readWhole(
  stream: Stream,
  connection: Connection,
  known: KnownRows,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  // In seconds, as of taps of the Meltano SDK: a target may have 32 bits for it.
  const version = Math.floor(Date.now() / 1000);
  let isComplete = false;
  for await (const { rows, isWhole } of wholeStreams[stream.name]?.(connection, signal) ?? []) {
    await known.check();
    yield recordMessages(stream, rows, version);
    isComplete = isWhole;
  }
  // What was deleted leaves the warehouse; a list that may lack something must not empty it.
  if (isComplete) yield activateVersion(stream, version);
}

type Read = (connection: Connection, signal: AbortSignal) => AsyncGenerator<Part, void, undefined>;

const wholeStreams: Readonly<Record<Stream['name'], Read | undefined>> = {
  transactions: undefined,
  receipt: undefined,
  async *price_points(connection, signal) {
    const rows = await readPricePoints({ connection, signal, progress: () => undefined });
    yield { rows, isWhole: rows.length > 0 };
  },
  async *offers({ client }, signal) {
    const ids = new Set<string>();
    for await (const { offers, totalCount } of client.offers.list({}, { signal }).pages()) {
      for (const { offerId } of offers) ids.add(offerId);
      yield { rows: offers, isWhole: ids.size === totalCount };
    }
  },
  async *translations({ client }, signal) {
    const { staticTranslations, dynamicTranslations } = await client.translations.get({}, { signal });
    const none = { key: null, type: null, externalId: null, field: null };
    const statics = staticTranslations.map(({ key, locale, value }) => {
      const id = JSON.stringify(['static', key, locale]);
      return { ...none, id, kind: 'static', key, locale, value };
    });
    const dynamics = dynamicTranslations.map(({ type, externalId, field, locale, value }) => {
      const id = JSON.stringify(['dynamic', type, externalId, field, locale]);
      return { ...none, id, kind: 'dynamic', type: type ?? null, externalId, field, locale, value };
    });
    yield { rows: [...statics, ...dynamics], isWhole: statics.length > 0 && dynamics.length > 0 };
  },
};
