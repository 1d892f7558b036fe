import { expect, test } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { at, openTap, recordsOf } from './open-tap.ts';
import { serveAll } from './serve-all.ts';

const only = (...names: readonly string[]) => ({ streams: names.map((name) => ({ tap_stream_id: name })) });

test('a translation has a key of its parts, in which no two translations are equal', async () => {
  at('2026-10-02T00:00:00Z');
  const parts = ['', 'en', '"', '","', '\\', 'null', '\u0000', ' en', '["'];
  const pairs = parts.flatMap((one) => parts.map((other) => [one, other] as const));
  const statics = pairs.map(([key, locale]) => ({ key, locale, value: 'A' }));
  const dynamics = [undefined, null, ...parts].flatMap((type) =>
    pairs.map(([externalId, field]) => ({ type, externalId, field, locale: 'en', value: 'B' })),
  );
  await using service = await startService(serveAll({ statics, dynamics }));
  const { code, messages } = await openTap(service.url, {}, only('translations')).run();
  const rows = recordsOf(messages, 'translations');

  expect(code).toBe(0);
  // A type that is missing and one that is null are the same.
  expect(new Set(rows.map(({ id }) => id)).size).toBe(statics.length + dynamics.length - pairs.length);
  expect(rows).toContainEqual({
    id: '["static","en","en"]',
    ...{ kind: 'static', key: 'en', type: null, externalId: null, field: null, locale: 'en', value: 'A' },
  });
  expect(rows).toContainEqual({
    id: '["dynamic","en","en","\\"","en"]',
    ...{ kind: 'dynamic', key: null, type: 'en', externalId: 'en', field: '"', locale: 'en', value: 'B' },
  });
});

const [row] = rowsAt([0]);
const details = (changed: object): object => ({
  ...row,
  transactionDetails: { ...row?.transactionDetails, ...changed },
});

test.each([
  ['transactions: transaction_id', { id: '' }],
  ['transactions: type', { type: '' }],
  ['receipt: currency_code', { currencyCode: '' }],
])('%s is never empty: a row without one ends the run', async (name, changed) => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger([details(changed) as NonNullable<typeof row>]));
  const { code, err, messages } = await openTap(service.url, {}, only('transactions', 'receipt')).run();

  expect(code).toBe(1);
  expect(err).toContain(
    `publisher-commerce: ${name} is empty, which no key may be: ["2026-10-01T00:00:00.000Z"`,
  );
  expect(messages.filter(({ type }) => type === 'STATE')).toEqual([]);
});

test('an offer without an id ends the run', async () => {
  await using service = await startService(serveAll({ offers: [{ offerId: '' }] }));
  const { code, err, messages } = await openTap(service.url, {}, only('offers')).run();

  expect(code).toBe(1);
  expect(err).toContain('publisher-commerce: offers: offerId is empty, which no key may be: [""]\n');
  expect(recordsOf(messages, 'offers')).toEqual([]);
});

test('no key of a stream may be empty or null by its schema', async () => {
  await using service = await startService(serveAll({}));
  const { messages } = await openTap(service.url).run();
  const schemas = messages.filter(({ type }) => type === 'SCHEMA');

  expect(schemas).toHaveLength(5);
  for (const { schema, key_properties: keys } of schemas)
    for (const key of keys as readonly string[]) {
      const { type, minLength } =
        (schema as { properties: Record<string, Record<string, unknown>> }).properties[key] ?? {};
      expect([type, minLength]).toEqual(type === 'integer' ? ['integer', undefined] : ['string', 1]);
    }
});

test('a key has a longest length in the schema, and a longer one ends the run, named', async () => {
  at('2026-10-02T00:00:00Z');
  const long = details({ id: 'x'.repeat(501) }) as NonNullable<typeof row>;
  await using service = await startService(serveLedger([long]));
  const { code, err, messages } = await openTap(service.url, {}, only('transactions', 'receipt')).run();

  expect(messages[0]).toMatchObject({ schema: { properties: { transaction_id: { maxLength: 500 } } } });
  expect(code).toBe(1);
  expect(err).toContain(
    'publisher-commerce: transactions: transaction_id has more than 500 characters: xxxx',
  );
});
