import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';

import { PublisherClient, type Transaction, type UtcRange } from '../../../../src/client/index.ts';
import { createReceipt, flatten, ledgerJsonSchema } from '../../../../src/ledger/index.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/index.ts';
import { october } from '../../../support/ranges.ts';
import { token } from '../../../support/service.ts';
import { at, type Message, openTap, recordsOf, stateIn, type TapFolder } from './open-tap.ts';

/** A sandbox with rows in October, three price points, offers and translations, and a tap of it. */
async function openAll(
  settings: object = {},
): Promise<{ sandbox: Sandbox; client: PublisherClient; tap: TapFolder }> {
  at('2026-11-01T06:00:00Z');
  const period = { start: october.startDate, end: october.endDate };
  const sandbox = createSandbox({ token, transactions: 2000, period });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const client = new PublisherClient(sandbox.clientOptions);
  for (const priceInUsdCents of [99, 499, 999]) await client.pricePoints.create({ priceInUsdCents });
  await client.translations.set({
    staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
    dynamicTranslations: [
      { type: 'product', externalId: 'gems-100', field: 'name', locale: 'de', value: '100 Edelsteine' },
    ],
  });
  return { sandbox, client, tap: openTap(server.url, settings) };
}

/** Validates each record against the schema before it, and returns how many of each stream there are. */
function validate(messages: readonly Message[]): Record<string, number> {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addFormat('x-singer.decimal', true).addVocabulary(['precision', 'scale']);
  const validators = new Map<unknown, ReturnType<typeof ajv.compile>>();
  const counts: Record<string, number> = {};
  for (const { type, stream = '', schema, record } of messages) {
    if (type === 'SCHEMA') validators.set(stream, ajv.compile(schema as object));
    if (type !== 'RECORD') continue;
    const isValid = validators.get(stream);
    if (!isValid?.(record)) throw new Error(`${stream}: ${ajv.errorsText(isValid?.errors)}`);
    counts[stream] = (counts[stream] ?? 0) + 1;
  }
  return counts;
}

test('a run prints all streams, and each record matches the schema before it', async () => {
  const { client, tap } = await openAll();
  const { code, err, messages } = await tap.run();
  const { staticTranslations, dynamicTranslations } = await client.translations.get();
  const offers = await client.offers.list().toArray({ max: 1000 });

  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { receipt, ...counts } = validate(messages);
  expect(counts).toEqual({
    transactions: 2000,
    price_points: 3,
    offers: offers.length,
    translations: staticTranslations.length + dynamicTranslations.length,
  });
  expect(receipt).toBeGreaterThan(31);
});

test('messages have the members of the specification, and no others', async () => {
  const { tap } = await openAll();
  const { messages } = await tap.run();
  const forms = new Set(messages.map(({ type, ...rest }) => `${type} ${Object.keys(rest).join(' ')}`));

  expect([...forms].sort()).toEqual([
    'ACTIVATE_VERSION stream version',
    'RECORD stream record time_extracted',
    'RECORD stream record version time_extracted',
    'SCHEMA stream schema key_properties bookmark_properties',
    'STATE value',
  ]);
  const schemas = messages.filter(({ type }) => type === 'SCHEMA');
  expect(
    schemas.map(({ stream, key_properties, bookmark_properties }) => [
      stream,
      key_properties,
      bookmark_properties,
    ]),
  ).toEqual([
    ['transactions', ['timestamp', 'type', 'transaction_id', 'occurrence'], ['timestamp']],
    ['receipt', ['range_start', 'currency_code', 'type'], ['range_start']],
    ['price_points', ['priceInUsdCents'], []],
    ['offers', ['offerId'], []],
    ['translations', ['id'], []],
  ]);
  const { occurrence, ...columns } = (schemas[0]?.['schema'] as typeof ledgerJsonSchema).properties;
  expect(columns).toMatchObject(ledgerJsonSchema.properties);
  expect(Object.keys(columns)).toEqual(Object.keys(ledgerJsonSchema.properties));
  expect(occurrence).toEqual({ type: 'integer', minimum: 0 });
  for (const message of messages.filter(({ type }) => type === 'RECORD'))
    expect(message['time_extracted']).toBe('2026-11-01T06:00:00.000Z');
});

test('transactions are ledger rows, and receipts have the sums of each day, currency and type', async () => {
  const { client, tap } = await openAll({ currency_digits: 'HUF=0,KWD=2', limit: 500 });
  const { messages } = await tap.run();
  const rows = await client.transactions.list(october).toArray({ max: 2000 });

  const currencyDigits = { HUF: 0, KWD: 2 };
  expect(recordsOf(messages)).toEqual(
    rows.map((row) => ({ ...flatten(row, { currencyDigits }), occurrence: 0 })),
  );
  expect(rows.filter((row) => row.transactionDetails.currencyCode === 'HUF').length).toBeGreaterThan(0);
  const days = Array.from({ length: 31 }, (_, index): UtcRange => {
    const [start, end] = [index + 1, index + 2].map((day) => new Date(Date.UTC(2026, 9, day)).toISOString());
    return { startDate: start ?? '', endDate: end ?? '' };
  });
  expect(recordsOf(messages, 'receipt')).toEqual(days.flatMap((day) => receiptsOf(rows, day)));
});

/** The records of a day's receipt, from rows that were received otherwise. */
function receiptsOf(rows: readonly Transaction[], day: UtcRange): readonly object[] {
  const results = rows.filter(({ timestamp }) => timestamp >= day.startDate && timestamp < day.endDate);
  const query = { ...day, sortDirection: 'asc' } as const;
  const checkpoint = { query, cursor: null, rowsToSkip: 0, pages: 1, rows: results.length, invalidRows: 0 };
  const receipt = createReceipt(day);
  receipt.add({ results, totalCount: results.length, checkpoint });
  return receipt.finish().sums.map((sum) => ({
    range_start: day.startDate,
    range_end: day.endDate,
    currency_code: sum.currencyCode,
    type: sum.type,
    rows: sum.rows,
    amount_minor: sum.amount,
    amount_usd_minor: sum.amountUsd,
    total_tax_amount_minor: sum.totalTaxAmount,
    total_tax_amount_usd_minor: sum.totalTaxAmountUsd,
    currency_exchange_cost_usd_minor: sum.currencyExchangeCostUsd,
    chargeback_fee_usd_minor: sum.chargebackFeeUsd,
    transaction_fee_usd_minor: sum.transactionFeeUsd,
    publisher_net_amount_usd_minor: sum.publisherNetAmountUsd,
  }));
}

test('a second run prints the other streams again, and of transactions the days of the look-back', async () => {
  const { tap } = await openAll();
  const first = await tap.run();
  const second = await tap.run(stateIn(first.messages));

  expect(second.code).toBe(0);
  for (const stream of ['price_points', 'offers', 'translations'])
    expect(recordsOf(second.messages, stream)).toEqual(recordsOf(first.messages, stream));
  const late = (record: object): boolean => 'timestamp' in record && String(record.timestamp) >= '2026-10-30';
  expect(recordsOf(second.messages)).toEqual(recordsOf(first.messages).filter(late));
  expect(recordsOf(second.messages).length).toBeGreaterThan(50);
});

test('amounts in major units are decimals to targets that know them, and so are sums of receipts', async () => {
  const { tap } = await openAll();
  const [transactions, receipt] = (await tap.run()).messages.map(
    ({ schema }) => schema as typeof ledgerJsonSchema,
  );

  const { amount, total_tax_amount, amount_minor, ...others } = transactions?.properties ?? {};
  const local = { type: ['string', 'null'], format: 'x-singer.decimal', precision: 20, scale: 4 };
  expect([amount, total_tax_amount]).toMatchObject([local, local]);
  const dollars = Object.entries(others).filter(([name]) => name.endsWith('_usd'));
  expect(dollars).toHaveLength(6);
  for (const [, schema] of dollars)
    expect(schema).toMatchObject({ type: 'string', format: 'x-singer.decimal', precision: 18, scale: 2 });
  expect(amount_minor).toMatchObject({ type: 'integer' });
  expect(receipt?.properties['amount_minor']).toMatchObject({
    format: 'x-singer.decimal',
    precision: 38,
    scale: 0,
  });
});

test('the token is in nothing that is printed', async () => {
  const { tap } = await openAll();
  const { out, err } = await tap.run();
  const rejected = openTap('http://127.0.0.1:9', { token });
  const failed = await rejected.run();

  expect(failed.code).toBe(1);
  expect(out + err + failed.out + failed.err).not.toContain(token);
});
