import type { Transaction } from '../../contract/transactions.ts';
import { hex, randomStream } from '../random.ts';
import { createClock, type LedgerShape } from './clock.ts';
import { createEvents } from './events.ts';
import { createPayments } from './payments.ts';
import { recordOf } from './record.ts';

/** The rows of a ledger by number: each is computed from the seed and its number alone. */
export function createRows(shape: LedgerShape): (row: number) => Transaction {
  const clock = createClock(shape);
  const eventOf = createEvents(shape.seed, shape.size);
  const paymentOf = createPayments(shape.seed, shape.size);
  const idDraw = randomStream(shape.seed, 'transaction id');

  return (row) => {
    const { type, payment } = eventOf(row);
    return recordOf(paymentOf(payment), type, `transaction-${hex(idDraw(row))}`, clock.timeOf(row));
  };
}
