import { randomStream, scale } from '../random.ts';

/** What a row of the ledger records. */
export type EventType = 'paid' | 'refund' | 'dispute_funds_withdrawn' | 'dispute_funds_reinstated';

/** Type of a row, and the payment it is about: for a payment, the row itself. */
export interface LedgerEvent {
  readonly type: EventType;
  /** Row number of the payment. */
  readonly payment: number;
}

const rowsPerBlock = 32;
/** Shares of refunds, withdrawals and reinstatements, in thousandths of the rows. */
const refunds = 60;
const withdrawals = 25;
const reinstatements = 15;

/**
 * Returns the event of each row, computed on demand.
 *
 * Rows are planned in blocks. A block's refunds and withdrawals are of different payments of the block `lag` blocks
 * earlier, and its reinstatements of that block's withdrawals. No other block uses that block, so that a payment is
 * refunded or disputed at most once. A row for which no payment or withdrawal is left is a payment. Payments of the
 * first rows of a period are before it.
 */
export function createEvents(seed: number, size: number): (row: number) => LedgerEvent {
  const typeDraw = randomStream(seed, 'type');
  const choice = randomStream(seed, 'choice');
  // A tenth of the ledger, so that small ledgers have every type; about 1 920 rows at most, so that a first page has.
  const lag = Math.min(60, Math.max(1, Math.floor(size / rowsPerBlock / 10)));

  const drawnType = (row: number): EventType => {
    const draw = scale(typeDraw(row), 1000);
    if (draw < refunds) return 'refund';
    if (draw < refunds + withdrawals) return 'dispute_funds_withdrawn';
    if (draw < refunds + withdrawals + reinstatements) return 'dispute_funds_reinstated';
    return 'paid';
  };

  const plan = (block: number): LedgerEvent[] => {
    const source = block - lag;
    // Leaves out rows that are payments because nothing else was left: finding them requires planning that block.
    const payable = rowsOf(source).filter((row) => drawnType(row) === 'paid');
    let withdrawn: number[] | undefined;
    const takePayment = (row: number): number | undefined => {
      const [taken] = payable.splice(scale(choice(row), payable.length), 1);
      return taken;
    };
    const takeWithdrawn = (): number | undefined => {
      withdrawn ??= plan(source)
        .filter(({ type }) => type === 'dispute_funds_withdrawn')
        .map(({ payment }) => payment);
      return withdrawn.shift();
    };
    return rowsOf(block).map((row) => {
      const type = drawnType(row);
      if (type === 'paid') return { type, payment: row };
      const payment = type === 'dispute_funds_reinstated' ? takeWithdrawn() : takePayment(row);
      return payment === undefined ? { type: 'paid', payment: row } : { type, payment };
    });
  };

  let recent: { readonly block: number; readonly plan: readonly LedgerEvent[] } = {
    block: Number.NaN,
    plan: [],
  };
  return (row) => {
    const block = Math.floor(row / rowsPerBlock);
    if (recent.block !== block) recent = { block, plan: plan(block) };
    return recent.plan[row - block * rowsPerBlock] ?? { type: 'paid', payment: row };
  };
}

function rowsOf(block: number): number[] {
  return Array.from({ length: rowsPerBlock }, (_, slot) => block * rowsPerBlock + slot);
}
