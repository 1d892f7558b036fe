import { afterAll, expect, test } from 'vitest';

import { operations } from '../../src/contract/operations.ts';
import { calls } from './mock/calls.ts';
import type { Description } from './mock/description.ts';
import { drive, type Outcome } from './mock/drive.ts';
import { startPrism } from './mock/prism.ts';
import { report, unexpectedRejections } from './mock/report.ts';
import { asTheTablesSay, fieldsAtRandom, integerAmounts, onlyEssentialFields } from './mock/variants.ts';

const times = 300;
/** The longest that a pass may take; the test waits longer, so that prism is always stopped. */
const patience = 150_000;
const passes = new Map<string, readonly Outcome[]>();

/** Has prism make up responses by a description, and calls every operation. */
async function run(name: string, description: Description): Promise<readonly Outcome[]> {
  await using written = await description.write();
  await using prism = await startPrism(written.file);
  const outcomes = await drive(prism.url, times, AbortSignal.timeout(patience));
  passes.set(name, outcomes);
  return outcomes;
}

afterAll(() => console.log(`${report(passes)}\n`));

test('every operation of the contract is called', () => {
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
    // The tables' "number" is seldom an amount: without a rejection here, nothing would have been validated.
    const report = outcomes.find(({ operation }) => operation === 'transactions.getPage');
    expect([...(report?.rejecting.keys() ?? [])]).toContain('results[].transactionDetails.amountUsd');
  },
  patience + 30_000,
);

test(
  'with every field present and amounts that are integers, every response is delivered without drift',
  async () => {
    const outcomes = await run('integer amounts', integerAmounts());

    expect(unexpectedRejections(outcomes)).toEqual([]);
    expect(outcomes.map(({ delivered }) => delivered)).toEqual(operations.map(() => times));
    expect(outcomes.flatMap(({ drifting }) => [...drifting])).toEqual([]);
  },
  patience + 30_000,
);

test(
  'with good essential fields, and others missing, null or of another type, every response is delivered',
  async () => {
    const outcomes = await run('only essential fields good', onlyEssentialFields());

    expect(unexpectedRejections(outcomes)).toEqual([]);
    expect(outcomes.map(({ delivered }) => delivered)).toEqual(operations.map(() => times));
    expect(outcomes.filter(({ drifting }) => drifting.size === 0)).toEqual([]);
  },
  patience + 30_000,
);
