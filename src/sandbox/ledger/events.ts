import { randomStream, scale } from '../random.ts';

/** What a row of the ledger records. */
export type EventType = 'paid' | 'refund' | 'dispute_funds_withdrawn' | 'dispute_funds_reinstated';

/** What a row records, and of which payment: for a payment, of itself. */
export interface LedgerEvent {
  readonly type: EventType;
  /** Row number of the payment. */
  readonly payment: number;
}

const rowsPerBlock = 32;
/** Chances in a thousand of a refund, of a dispute's withdrawal and of its reinstatement. */
const refunds = 60;
const withdrawals = 25;
const reinstatements = 15;

/**
 * Tells what each row records, without remembering any.
 *
 * Rows are planned in blocks. A block's refunds and withdrawals take payments of the block that lies `lag` blocks
 * back, each a different one, and its reinstatements take that block's withdrawals. No other block takes from
 * there, so a payment is refunded or disputed once at the most. A row that finds nothing to take is a payment.
 */
export function createEvents(seed: number, size: number): (row: number) => LedgerEvent {
  const typeDraw = randomStream(seed, 'type');
  const choice = randomStream(seed, 'choice');
  // A tenth of the ledger, so that a small one has every type; at most 1 920 rows, so that the first page has.
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
    // A row that became a payment for want of another is left out: to find it, that block would have to be planned.
    const payable = rowsOf(source).filter((row) => drawnType(row) === 'paid');
    let withdrawn: number[] | undefined;
    const takePayment = (row: number): number | undefined => {
      const [taken] = payable.splice(scale(choice(row), payable.length), 1);
      return taken;
    };
    const takeWithdrawn = (): number | undefined => {
      withdrawn ??=
        source < 0
          ? []
          : plan(source)
              .filter(isWithdrawal)
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

  let recent: { readonly block: number; readonly plan: readonly LedgerEvent[] } = { block: -1, plan: [] };
  return (row) => {
    const block = Math.floor(row / rowsPerBlock);
    if (recent.block !== block) recent = { block, plan: plan(block) };
    return recent.plan[row % rowsPerBlock] ?? { type: 'paid', payment: row };
  };
}

function rowsOf(block: number): number[] {
  return block < 0 ? [] : Array.from({ length: rowsPerBlock }, (_, slot) => block * rowsPerBlock + slot);
}

function isWithdrawal({ type }: LedgerEvent): boolean {
  return type === 'dispute_funds_withdrawn';
}
