import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { runHere } from '../../run-here.ts';
import { at, ofLedger, openTap, recordsOf } from './open-tap.ts';

interface Metadata {
  readonly breadcrumb: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Entry {
  readonly tap_stream_id: string;
  readonly stream: string;
  readonly schema: {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly required: readonly string[];
  };
  readonly key_properties: readonly string[];
  readonly replication_method: string;
  readonly replication_key?: string;
  readonly metadata: readonly Metadata[];
}

async function discover(...args: readonly string[]): Promise<readonly Entry[]> {
  const { code, out, err } = await runHere(['tap', '-d', ...args]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return (JSON.parse(out) as { streams: Entry[] }).streams;
}

/** A day of three rows. */
const serve = serveLedger(rowsAt([0, 1000, 2000]));

test('without a config, the catalog has all streams, each with the metadata of its properties', async () => {
  const streams = await discover();

  expect(
    streams.map((one) => [one.tap_stream_id, one.stream, one.replication_method, one.replication_key]),
  ).toEqual([
    ['transactions', 'transactions', 'INCREMENTAL', 'timestamp'],
    ['receipt', 'receipt', 'INCREMENTAL', 'range_start'],
    ['price_points', 'price_points', 'FULL_TABLE', undefined],
    ['offers', 'offers', 'FULL_TABLE', undefined],
    ['translations', 'translations', 'FULL_TABLE', undefined],
  ]);
  for (const { schema, key_properties: keys, replication_key: key, metadata } of streams) {
    expect(schema.required).toEqual(keys);
    const [own, ...others] = metadata;
    expect(own).toEqual({
      breadcrumb: [],
      metadata: {
        inclusion: 'available',
        'selected-by-default': true,
        'table-key-properties': keys,
        'valid-replication-keys': key === undefined ? [] : [key],
        'forced-replication-method': key === undefined ? 'FULL_TABLE' : 'INCREMENTAL',
      },
    });
    const names = Object.keys(schema.properties);
    expect(others.map(({ breadcrumb }) => breadcrumb)).toEqual(names.map((name) => ['properties', name]));
    const automatic = others.filter((one) => one.metadata['inclusion'] === 'automatic');
    expect(automatic.map(({ breadcrumb }) => breadcrumb[1]).sort()).toEqual([...keys].sort());
  }
});

test('schemas have no references, and let everything but keys be null', async () => {
  const [, , prices, offers] = await discover();

  expect(JSON.stringify(offers)).not.toContain('$ref');
  expect(prices?.schema.properties['priceInUsdCents']).toMatchObject({ type: 'integer' });
  expect(prices?.schema.properties['priceByCountry']).toMatchObject({
    type: ['array', 'null'],
    items: {
      type: ['object', 'null'],
      properties: { price: { type: ['number', 'null'] }, realTimePrice: { type: ['number', 'null'] } },
    },
  });
});

test('columns of drop are neither in the catalog nor in a record, and those of hash are replaced', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serve);
  const settings = { drop: ['customer_email'], hash: ['customer_id'] };
  const tap = openTap(service.url, settings, ofLedger);
  const [transactions] = await discover('--config', tap.folder.file('config.json'));
  const { messages } = await tap.run(undefined, [], { PUBLISHER_HASH_KEY: 'key' });
  const records = recordsOf(messages);

  expect(transactions?.schema.properties).not.toHaveProperty('customer_email');
  expect(records).toHaveLength(3);
  for (const record of records) {
    expect(record).not.toHaveProperty('customer_email');
    expect(record['customer_id']).toBe(createHmac('sha256', 'key').update('player-7').digest('hex'));
  }
});

test('a hashed column needs a key', async () => {
  const { code, err } = await openTap('http://127.0.0.1:9', { hash: ['customer_id'] }).run();

  expect(code).toBe(2);
  expect(err).toContain('PUBLISHER_HASH_KEY: is required');
});

test('properties that are not selected are in no record, except keys', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serve);
  const select = (name: string, selected: boolean): Metadata => ({
    breadcrumb: ['properties', name],
    metadata: { selected },
  });
  const own = { breadcrumb: [], metadata: { selected: true } };
  const metadata = [own, select('customer_email', false), select('type', false), select('region', true)];
  const catalog = { streams: [{ tap_stream_id: 'transactions', stream: 'transactions', metadata }] };
  const { messages } = await openTap(service.url, {}, catalog).run();

  const [schema] = messages;
  const [record = {}] = recordsOf(messages);
  expect(Object.keys((schema?.['schema'] as Entry['schema']).properties)).toEqual(Object.keys(record));
  expect(record).not.toHaveProperty('customer_email');
  expect(record).toMatchObject({ type: 'paid', region: 'Bavaria', occurrence: 0 });
});

test.each([
  ['is missing in the catalog', []],
  [
    'is not selected',
    [{ tap_stream_id: 'receipt', metadata: [{ breadcrumb: [], metadata: { selected: false } }] }],
  ],
  [
    'is not selected by default',
    [
      {
        tap_stream_id: 'receipt',
        metadata: [{ breadcrumb: [], metadata: { 'selected-by-default': false } }],
      },
    ],
  ],
])('a stream that %s is not printed', async (_, others) => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serve);
  const catalog = { streams: [{ tap_stream_id: 'transactions' }, ...others] };
  const { code, messages } = await openTap(service.url, {}, catalog).run();

  expect(code).toBe(0);
  expect(new Set(messages.flatMap(({ stream }) => stream ?? []))).toEqual(new Set(['transactions']));
  expect(recordsOf(messages)).toHaveLength(3);
});

test('receipts are rejected without transactions, which they sum up', async () => {
  const catalog = { streams: [{ tap_stream_id: 'receipt' }] };
  const { code, err } = await openTap('http://127.0.0.1:9', {}, catalog).run();

  expect(code).toBe(2);
  expect(err).toContain('--catalog: receipt needs transactions, which is not selected');
});
