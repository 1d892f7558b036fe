import { test } from 'vitest';

import { expectMergedPrices } from '../cli/commands/prices/changes-of-others.ts';
import { expectSamePrices } from '../cli/commands/prices/same-prices.ts';
import {
  expectLastRunStands,
  expectUndoneAfterDeaths,
} from '../cli/commands/prices/sales-over-each-other.ts';
import { expectOnlyEditsSent } from '../cli/commands/prices/team-weeks.ts';
import { expectSuggestedFlags } from '../cli/commands/reconcile/finance/random-forms.ts';
import {
  expectMergedStrings,
  portalContent,
  storeStrings,
} from '../cli/commands/translations/changes-of-others.ts';
import { expectRoundTrips } from '../cli/commands/translations/round-trip.ts';

test('of 40 sheets of prices there is nothing to do after an apply, and after a pull neither', async () => {
  await expectSamePrices(40);
});

test('of 150 sheets of prices, whatever a colleague does and wherever a run dies, the same command finishes it, and undo takes it back', async () => {
  await expectMergedPrices(150);
});

test('in 60 weeks of two people, no cell is sent that its author did not change', async () => {
  await expectOnlyEditsSent(60);
});

test('in 60 folders of sales, a price is that of the last run that is not taken back', async () => {
  await expectLastRunStands(60);
});

test('of 40 sheets whose runs died anywhere, the undo ends with what was before', async () => {
  await expectUndoneAfterDeaths(40);
});

test.each([storeStrings, portalContent])(
  'of 40 sheets of $command, whatever a colleague does and wherever a run dies, the same command finishes it, and undo takes it back',
  async (kind) => {
    await expectMergedStrings(kind, 40);
  },
);

test('whatever 100 stores have is the same after pull, and apply to an empty store', async () => {
  await expectRoundTrips(100);
});

test('150 files in any form agree with the flags that the command suggests, and after a changed cent they do not', async () => {
  await expectSuggestedFlags(150);
});
