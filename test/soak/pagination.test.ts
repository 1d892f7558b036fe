import { test } from 'vitest';

import { expectDeliveredWhateverIsCounted } from '../client/pagination/iterate-windows.ts';
import { expectLateRowsReported } from '../client/pagination/late-rows.ts';
import { expectChangesReported } from '../support/shifting-run.ts';

test('no run of 1000 is silent whose responses show that the ledger changed, and no other run reports a change', () =>
  expectChangesReported(1000));

test('rows that arrive while 200 ledgers are read are delivered or reported, and no other row is lost', () =>
  expectLateRowsReported(200));

test('whatever is counted, each row of 500 ledgers is delivered once and requests stay within the bound', () =>
  expectDeliveredWhateverIsCounted(500));
