import { test } from 'vitest';

import { expectChangesReported } from '../support/shifting-run.ts';

test('no run of 1000 is silent whose responses show that the ledger changed, and no other run reports a change', () =>
  expectChangesReported(1000));
