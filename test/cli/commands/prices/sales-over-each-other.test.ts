import { test } from 'vitest';

import { expectLastRunStands, expectUndoneAfterDeaths } from './sales-over-each-other.ts';

test(
  'after any applies and undos of up to four sheets, a price is that of the last run that is not taken back',
  { tags: ['slow'] },
  async () => {
    await expectLastRunStands(3);
  },
);

test(
  'wherever runs of a sheet die, it is run again, and its undo ends with what was before',
  { tags: ['slow'] },
  async () => {
    await expectUndoneAfterDeaths(3);
  },
);
