import { test } from 'vitest';

import { expectMergedStrings, portalContent, storeStrings } from './changes-of-others.ts';

test.each([storeStrings, portalContent])(
  'of $command, whatever a colleague does and wherever a run dies, the same command finishes it, and undo takes it back',
  { tags: ['slow'] },
  async (kind) => {
    await expectMergedStrings(kind, 10);
  },
);
