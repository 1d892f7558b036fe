import { test } from 'vitest';

import { expectOnlyEditsSent } from './team-weeks.ts';

test(
  'in whatever order two people pull, edit, copy, sort, save, apply and undo, no cell is sent that its author did not change',
  { tags: ['slow'] },
  async () => {
    await expectOnlyEditsSent(5);
  },
);
