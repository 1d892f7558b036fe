import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import * as z from 'zod';

import * as callbacks from '../../../src/callbacks/index.ts';
import * as schemas from '../../../src/client/api/schemas.ts';
import * as client from '../../../src/client/index.ts';
import * as ledger from '../../../src/ledger/index.ts';
import * as postgres from '../../../src/postgres/index.ts';
import * as sandbox from '../../../src/sandbox/index.ts';

const exported = [client, schemas, callbacks, sandbox, ledger, postgres]
  .flatMap((entry) => Object.entries<unknown>(entry))
  .flatMap(([name, value]) => (value instanceof z.ZodType ? [{ name, schema: value }] : []));

// Coding assistants and libraries of forms convert a schema without options.
test.each(exported)('$name has a JSON Schema with the defaults of zod', ({ schema }) => {
  expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object' });
});

test('there are schemas of every resource', () => {
  expect(exported.length).toBeGreaterThan(30);
});

const dates = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const purchase = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1', identitySignals: { firstSeenAt: '2026-10-01T00:00:00Z' } },
};

test.each([
  ['transactionQuerySchema', dates, { ...dates, cursor: 7 }],
  ['transactionQuerySchema', { ...dates, limit: 5, cursor: 'c' }, { startDate: dates.startDate }],
  ['offerQuerySchema', { offerIds: ['a', 'b'] }, { offerIds: 'a,b' }],
  ['checkoutSessionCreateSchema', purchase, { ...purchase, customer: {} }],
] as const)('the JSON Schema of %s describes what it takes, not what it sends', (name, valid, invalid) => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(z.toJSONSchema(schemas[name]));

  expect([isValid(valid), isValid(invalid)]).toEqual([true, false]);
  expect(schemas[name].safeParse(valid).success).toBe(true);
});
