import { test } from 'vitest';

import { expectSamePrices } from './same-prices.ts';

test('after an apply there is nothing to do, and after a pull neither', { tags: ['slow'] }, async () => {
  await expectSamePrices(5);
});
