import { test } from 'vitest';

import { expectMergedPrices } from './changes-of-others.ts';

test(
  'whatever a colleague does before and during a run, and wherever it dies, the same command finishes it, and undo takes it back',
  { tags: ['slow'] },
  async () => {
    await expectMergedPrices(15);
  },
);
