import * as z from 'zod';

import { readJsonFile } from '../../files/json-file.ts';
import { printable } from '../../../client/errors/printable.ts';
import { CommandError, UsageError } from '../../terminal/command-error.ts';
import { maxCellLength } from '../../terminal/terminal-table.ts';
import { longestKey, type Stream } from './streams.ts';

/** What the catalog and SCHEMA messages both say of a stream. */
const describe = ({ name, keys, properties }: Stream) => ({
  stream: name,
  schema: { type: 'object', properties, required: keys },
  key_properties: keys,
});

/** Returns the catalog that `--discover` prints: everything is selected by default. */
export function catalogOf(streams: readonly Stream[]): object {
  return {
    streams: streams.map((stream) => {
      const { name, keys, replicationKey, properties } = stream;
      const method = replicationKey === undefined ? 'FULL_TABLE' : 'INCREMENTAL';
      const ofProperty = (property: string): object => {
        const inclusion = keys.includes(property) ? 'automatic' : 'available';
        return { breadcrumb: ['properties', property], metadata: { inclusion, 'selected-by-default': true } };
      };
      const ofStream = {
        ...{ inclusion: 'available', 'selected-by-default': true, 'forced-replication-method': method },
        'table-key-properties': keys,
        'valid-replication-keys': [replicationKey ?? []].flat(),
      };
      return {
        tap_stream_id: name,
        ...describe(stream),
        replication_method: method,
        replication_key: replicationKey,
        metadata: [{ breadcrumb: [], metadata: ofStream }, ...Object.keys(properties).map(ofProperty)],
      };
    }),
  };
}

const flag = z.boolean().optional();
const selection = z.object({ selected: flag, 'selected-by-default': flag });
const metadata = z.object({ breadcrumb: z.array(z.string()), metadata: selection });
const entry = z.object({ tap_stream_id: z.string(), metadata: z.array(metadata).default([]) });
const catalogSchema = z.object({ streams: z.array(entry) });

/** Returns the streams that the file of `--catalog` selects, with the properties that it selects. @throws UsageError */
export async function selectStreams(streams: readonly Stream[], path: string): Promise<readonly Stream[]> {
  const catalog = await readJsonFile('catalog', path, catalogSchema);
  const selected = streams.flatMap((stream) => {
    const found = catalog.streams.find(({ tap_stream_id: id }) => id === stream.name);
    const isSelected = (...path: readonly string[]): boolean => {
      const own = found?.metadata.find(({ breadcrumb }) => breadcrumb.join('.') === path.join('.'))?.metadata;
      return own?.selected ?? own?.['selected-by-default'] ?? found !== undefined;
    };
    const kept = Object.entries(stream.properties).filter(
      ([property]) => stream.keys.includes(property) || isSelected('properties', property),
    );
    return isSelected() ? [{ ...stream, properties: Object.fromEntries(kept) }] : [];
  });
  const names = selected.map(({ name }) => name);
  if (names.includes('receipt') && !names.includes('transactions'))
    throw new UsageError('--catalog: receipt needs transactions, which is not selected');
  return selected;
}

/** Returns a message, on a line of its own. */
export function line(message: object): string {
  return `${JSON.stringify(message)}\n`;
}

/** Returns the SCHEMA message of a stream. */
export function schemaMessage(stream: Stream): string {
  const bookmarks = [stream.replicationKey ?? []].flat();
  return line({ type: 'SCHEMA', ...describe(stream), bookmark_properties: bookmarks });
}

/**
 * Returns RECORD messages with the selected properties of rows; `version` is that of a stream which is whole each time.
 *
 * @throws CommandError if a key is empty or too long: a target would stop there, take it for NULL, or cut it
 */
export function recordMessages(
  { name, keys, properties }: Stream,
  rows: readonly object[],
  version?: number,
): string {
  const time = new Date().toISOString();
  const messages = rows.map((row) => {
    const selected = Object.entries(row).filter(([property]) => Object.hasOwn(properties, property));
    const record: Readonly<Record<string, unknown>> = Object.fromEntries(selected);
    const empty = keys.find((key) => record[key] === undefined || record[key] === null || record[key] === '');
    if (empty !== undefined) {
      const key = JSON.stringify(keys.map((one) => record[one]));
      throw new CommandError('invalid_row', `${name}: ${empty} is empty, which no key may be: ${key}`);
    }
    const long = keys.find((key) => String(record[key]).length > longestKey);
    if (long !== undefined) {
      const value = printable(String(record[long]), maxCellLength);
      throw new CommandError(
        'invalid_row',
        `${name}: ${long} has more than ${longestKey} characters: ${value}`,
      );
    }
    return line({ type: 'RECORD', stream: name, record, version, time_extracted: time });
  });
  return messages.join('');
}

/** Returns the message after which a target removes the records of a stream that have an older version. */
export function activateVersion({ name }: Stream, version: number): string {
  return line({ type: 'ACTIVATE_VERSION', stream: name, version });
}
