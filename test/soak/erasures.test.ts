import { afterAll, test } from 'vitest';

import { expectErased } from '../postgres/erase-randomly.ts';
import { startPostgres } from '../support/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test.each([1, 2, 3, 4, 5, 6])(
  'whatever is loaded, changed, erased and loaded again, no value of an erased player is in any table, and sums are as the service has them (%i)',
  async (seed) => {
    await expectErased(postgres, seed);
  },
);
