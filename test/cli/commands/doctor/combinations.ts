import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import { examine, expectOnlyReads } from './examine.ts';
import { expectVerdicts } from './expected-verdicts.ts';
import { startOddService, type Traits } from './odd-service.ts';

const oneOf = <Value>(...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** For a trait that hides others. */
const rarely = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oneOf(...values) });

/** Any traits at the same time. */
const traits = fc.record(
  {
    dates: rarely('startDate ignored', 'endDate ignored', 'ignored', 'rounded to seconds', 'not counted'),
    ends: oneOf('both', 'end only', 'neither'),
    lastPage: oneOf('cursor', 'null', 'empty'),
    count: oneOf('capped', 'changes', 'wrong'),
    order: rarely('unsorted'),
    largestPage: fc.constant(50),
    device: oneOf('missing'),
    amounts: oneOf('some floats', 'all floats'),
    disputes: oneOf('reversed'),
    timestamps: oneOf('microseconds', 'without offset', 'with offset'),
    offers: oneOf('other names', 'nameless'),
    rateLimit: rarely('every 7th request'),
    fails: rarely('unauthorized', 'forbidden', 'not found', 'HTML 404', 'redirect'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Traits>; // each value is one of its trait

/** Examines services with several traits, and compares each verdict with what was set. */
export async function expectCombinations(numRuns: number): Promise<void> {
  const seen = { determined: 0, hidden: 0 };
  await fc.assert(
    fc.asyncProperty(traits, async (given) => {
      await using service = await startOddService(given);

      const { determined, hidden } = expectVerdicts(await examine(service), given);

      seen.determined += determined;
      seen.hidden += hidden;
      expectOnlyReads(service);
    }),
    { numRuns },
  );
  expectOccurrences(seen, { determined: numRuns, hidden: numRuns / 5 });
}
