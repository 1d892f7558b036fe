import type { Transaction } from '../../api/transactions.ts';
import { createEvents } from './events.ts';
import { createPayments } from './payments.ts';
import { hex, randomStream } from './random.ts';
import { recordOf } from './record.ts';
import type { LedgerShape, RowTimes } from './row-times.ts';

/** Returns the rows of a ledger by number: each is computed from the seed and its number alone. */
export function createRows({ seed, size }: LedgerShape, times: RowTimes): (row: number) => Transaction {
  const eventOf = createEvents(seed, size);
  const paymentOf = createPayments(seed, size);
  const idDraw = randomStream(seed, 'transaction id');

  return (row) => {
    const { type, payment } = eventOf(row);
    return recordOf(paymentOf(payment), type, `transaction-${hex(idDraw(row))}`, times.timeOf(row));
  };
}
