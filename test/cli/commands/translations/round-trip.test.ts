import { test } from 'vitest';

import { expectRoundTrips } from './round-trip.ts';

test('whatever a store has is the same after pull, and apply to an empty store', async () => {
  await expectRoundTrips(12);
});
