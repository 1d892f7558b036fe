import { expect, test } from 'vitest';

import {
  contentItemSchema,
  pricePointReadSchema,
  pricePointSchema,
  transactionReportSchema,
  transactionSchema,
} from '../../../src/client/api/schemas.ts';
import { validate } from '../../../src/client/validation/validate.ts';
import { contentItem } from '../../literals/content.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { paidTransaction, transactionReport } from '../../literals/transactions.ts';
import { type Path, without, withValue } from '../api/json-tools.ts';

const amount: Path = ['transactionDetails', 'amount'];
const type: Path = ['transactionDetails', 'type'];

test('an unknown transaction type is delivered, and reported with its value', () => {
  const document = withValue(paidTransaction, type, 'chargeback_won');
  expect(validate(transactionSchema, document, 'tolerant')).toEqual({
    ok: true,
    value: document,
    drift: [
      {
        path: 'transactionDetails.type',
        expected: '"paid" | "refund" | "dispute_funds_withdrawn" | "dispute_funds_reinstated"',
        received: '"chargeback_won"',
      },
    ],
  });
  expect(validate(transactionSchema, document, 'strict').ok).toBe(false);
});

test.each(['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'])(
  'the transaction type %s is known',
  (known) => {
    expect(validate(transactionSchema, withValue(paidTransaction, type, known), 'strict').ok).toBe(true);
  },
);

test.each([
  ['state', ['visible', 'hidden', 'scheduled']],
  ['contentType', ['article', 'news']],
  ['visibility', ['public', 'private']],
])('a content item’s %s is one of the documented values or drifts', (field, known) => {
  for (const value of known) {
    expect(validate(contentItemSchema, { ...contentItem, [field]: value }, 'strict').ok).toBe(true);
  }
  expect(validate(contentItemSchema, { ...contentItem, [field]: 'other' }, 'tolerant')).toMatchObject({
    ok: true,
    drift: [{ path: field, received: '"other"' }],
  });
});

test.each([
  ['a numeric string', '999'],
  ['a fraction', 9.99],
  ['null', null],
  ['an integer that JSON.parse has rounded', JSON.parse('9007199254740993')],
  ['a number beyond every finite one', JSON.parse('1e999')],
  ['a boolean', false],
])('an amount in smallest units is never delivered as %s', (_, wrong) => {
  const result = validate(transactionSchema, withValue(paidTransaction, amount, wrong), 'tolerant');
  expect(result).toMatchObject({ ok: false, issues: [{ path: 'transactionDetails.amount' }] });
});

test.each([0, -0, -999, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
  'an amount of %d is delivered unchanged',
  (value) => {
    const result = validate(transactionSchema, withValue(paidTransaction, amount, value), 'strict');
    expect(result).toMatchObject({ ok: true, value: { transactionDetails: { amount: value } } });
  },
);

test.each(['9.99', null, JSON.parse('1e999')])('a localized price is never delivered as %j', (wrong) => {
  for (const field of wrong === null ? ['price'] : ['price', 'realTimePrice']) {
    const document = withValue(pricePointRead, ['priceByCountry', 0, field], wrong);
    expect(validate(pricePointSchema, document, 'tolerant')).toMatchObject({
      ok: false,
      issues: [{ path: `priceByCountry[0].${field}` }],
    });
  }
});

test('the price of today may be null, and is never missing where a price point is read', () => {
  const at = ['priceByCountry', 0, 'realTimePrice'];

  expect(validate(pricePointReadSchema, withValue(pricePointRead, at, null), 'strict')).toMatchObject({
    ok: true,
    value: { priceByCountry: [{ realTimePrice: null }] },
    drift: [],
  });
  expect(validate(pricePointReadSchema, without(pricePointRead, at), 'tolerant')).toMatchObject({
    ok: false,
    issues: [{ path: 'priceByCountry[0].realTimePrice' }],
  });
});

test('an essential failure names its row, and comes before any drift', () => {
  const drifting = withValue(transactionReport, ['results', 0, 'geolocation', 'zipCode'], null);
  const document = withValue(drifting, ['results', 1, 'transactionDetails', 'id'], 7);
  const result = validate(transactionReportSchema, document, 'tolerant');
  expect(result).toMatchObject({ ok: false, row: 1 });
  expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual([
    'results[1].transactionDetails.id',
  ]);
});

test('drift quotes the type of the received value, not the value', () => {
  const document = withValue(paidTransaction, ['customerDetails', 'email'], {
    address: 'player7@example.com',
  });
  const result = validate(transactionSchema, document, 'tolerant');
  expect(result).toMatchObject({ ok: true, drift: [{ path: 'customerDetails.email', received: 'object' }] });
  expect(JSON.stringify(result.ok ? result.drift : [])).not.toContain('player7');
});

test.each(['2026-10-01', '01/10/2026', '2026-02-30T00:00:00Z', 'yesterday', '', '2026-10-01T00:00:00'])(
  'a timestamp %j is delivered as received and reported',
  (timestamp) => {
    const document = { ...paidTransaction, timestamp };
    expect(validate(transactionSchema, document, 'tolerant')).toEqual({
      ok: true,
      value: document,
      drift: [{ path: 'timestamp', expected: 'an ISO 8601 date-time', received: 'string' }],
    });
  },
);

test.each(['2026-10-01T00:00:00Z', '2026-10-01T00:00:00.123456Z', '2024-02-29T23:59:59+02:00'])(
  'a timestamp %j stays a string, unchanged',
  (timestamp) => {
    expect(validate(transactionSchema, { ...paidTransaction, timestamp }, 'strict')).toMatchObject({
      ok: true,
      value: { timestamp },
    });
  },
);

test.each([{}, { nextCursor: null, nextPageQuery: null }, { nextCursor: '', nextPageQuery: '' }])(
  'a last page may have %j',
  (ending) => {
    const document = { totalCount: 0, results: [], ...ending };
    expect(validate(transactionReportSchema, document, 'strict')).toEqual({
      ok: true,
      value: document,
      drift: [],
    });
  },
);

test('keys named like the prototype do no harm', () => {
  const text = JSON.stringify(transactionReport).replaceAll(
    '{',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
  );
  // Without a zip code the response drifts, and is delivered on another path than a valid one.
  for (const body of [text, text.replaceAll('"80331"', 'null')]) {
    const result = validate(transactionReportSchema, JSON.parse(body), 'tolerant');
    const value = result.ok ? result.value : undefined;
    expect(value?.results).toHaveLength(2);
    expect(value?.results[0]?.transactionDetails.amount).toBe(999);
    expect(Object.getPrototypeOf(value?.results[0]?.transactionDetails)).toBe(Object.prototype);
    expect(value?.results[0]).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  }
});

test('a field that is only inherited does not count as received', () => {
  const rest = without(paidTransaction.transactionDetails, ['amount']);
  const body = JSON.parse(`{"__proto__":{"amount":1},${JSON.stringify(rest).slice(1)}`) as unknown;
  const document = { ...paidTransaction, transactionDetails: body };
  expect(validate(transactionSchema, document, 'tolerant')).toMatchObject({
    ok: false,
    issues: [{ path: 'transactionDetails.amount' }],
  });
});
