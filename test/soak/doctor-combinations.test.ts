import { test } from 'vitest';

import { expectCombinations } from '../cli/commands/doctor/combinations.ts';

test('the verdicts on 400 services with several traits equal what was set, or name the check that hides them', async () => {
  await expectCombinations(400);
}, 300_000);
