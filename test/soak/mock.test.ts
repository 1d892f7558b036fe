import { afterAll, expect, test } from 'vitest';

import { operations } from '../../src/api/operations.ts';
import { calls } from './mock/calls.ts';
import type { Description } from './mock/description.ts';
import { drive, type Outcome } from './mock/drive.ts';
import { startPrism } from './mock/prism.ts';
import { report, unexpectedRejections } from './mock/report.ts';
import { asTheTablesSay, fieldsAtRandom, integerAmounts, onlyEssentialFields } from './mock/variants.ts';

const times = 300;
/** Time limit of a pass; that of the test is longer, so that prism is always stopped. */
const passTimeout = 150_000;
const passes = new Map<string, readonly Outcome[]>();

/** Lets prism generate responses from a description, and calls every operation. */
async function run(name: string, description: Description): Promise<readonly Outcome[]> {
  await using written = await description.write();
  await using prism = await startPrism(written.file);
  const outcomes = await drive(prism.url, times, AbortSignal.timeout(passTimeout));
  passes.set(name, outcomes);
  return outcomes;
}

afterAll(() => console.log(`${report(passes)}\n`));

test('every operation of the API is called', () => {
  expect(Object.keys(calls).sort()).toEqual(operations.map(({ name }) => name).sort());
});

test.each([
  { fields: 'every field present as the tables say', describe: asTheTablesSay },
  { fields: 'fields left out at random', describe: fieldsAtRandom },
])(
  'with $fields, responses are rejected for essential fields only',
  async ({ fields, describe }) => {
    const outcomes = await run(fields, describe());

    expect(unexpectedRejections(outcomes)).toEqual([]);
    expect(outcomes.map(({ delivered, rejected }) => delivered + rejected)).toEqual(
      operations.map(() => times),
    );
    // Random numbers are rarely valid amounts: without a rejection, nothing would have been validated.
    const report = outcomes.find(({ operation }) => operation === 'transactions.getPage');
    expect([...(report?.rejecting.keys() ?? [])]).toContain('results[].transactionDetails.amountUsd');
  },
  passTimeout + 30_000,
);

test(
  'with every field present and integer amounts, every response is delivered without schema drift',
  async () => {
    const outcomes = await run('integer amounts', integerAmounts());

    expect(unexpectedRejections(outcomes)).toEqual([]);
    expect(outcomes.map(({ delivered }) => delivered)).toEqual(operations.map(() => times));
    expect(outcomes.flatMap(({ drifting }) => [...drifting])).toEqual([]);
  },
  passTimeout + 30_000,
);

test(
  'with valid essential fields, and others missing, null or of another type, every response is delivered',
  async () => {
    const outcomes = await run('only essential fields valid', onlyEssentialFields());

    expect(unexpectedRejections(outcomes)).toEqual([]);
    expect(outcomes.map(({ delivered }) => delivered)).toEqual(operations.map(() => times));
    expect(outcomes.filter(({ drifting }) => drifting.size === 0)).toEqual([]);
  },
  passTimeout + 30_000,
);
