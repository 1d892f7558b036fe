import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import type { TableRow } from '../table/table.ts';
import type { Side } from './sums.ts';

/** The rows of one currency. */
interface CurrencyRows {
  /** Rows that conditions leave out. */
  readonly leftOut: Record<Side, number>;
  /** Whether a row of it is compared. */
  isCompared: boolean;
}

/** The settings that are conditions for rows. */
const conditions = ['ledgerCurrency', 'ledgerType', 'where'] as const;

/** Which rows of both files are compared, and which are left out. */
export class Selection {
  /** Rows that are compared. */
  readonly rows: Record<Side, number> = { ledger: 0, finance: 0 };
  /** Rows that a condition leaves out. */
  readonly leftOut: Record<(typeof conditions)[number], number> = {
    ledgerCurrency: 0,
    ledgerType: 0,
    where: 0,
  };
  /** The rows of `--skip-last`. */
  readonly last: TableRow[] = [];
  readonly #currencies = new Map<string, CurrencyRows>();

  /** Adds a row that is compared. */
  add(side: Side, currencyCode: string): void {
    this.rows[side] += 1;
    this.#rowsOf(currencyCode).isCompared = true;
  }

  /** Adds a row that a condition leaves out. */
  leaveOut(condition: (typeof conditions)[number], currencyCode: string): void {
    this.leftOut[condition] += 1;
    this.#rowsOf(currencyCode).leftOut[condition === 'where' ? 'finance' : 'ledger'] += 1;
  }

  #rowsOf(currencyCode: string): CurrencyRows {
    let rows = this.#currencies.get(currencyCode);
    if (!rows) {
      rows = { leftOut: { ledger: 0, finance: 0 }, isCompared: false };
      this.#currencies.set(currencyCode, rows);
    }
    return rows;
  }

  /** Whether conditions leave out all rows of both files. */
  get isEmpty(): boolean {
    const { ledger, finance } = this.rows;
    return ledger === 0 && finance === 0 && conditions.some((condition) => this.leftOut[condition] > 0);
  }

  /** Returns the rows that conditions leave out, by currency; without cells that are not a currency. */
  currenciesLeftOut(currencyDigits: CurrencyDigits) {
    return [...this.#currencies]
      .filter(
        ([code, { leftOut }]) =>
          leftOut.ledger > 0 ||
          (leftOut.finance > 0 && findMinorUnitDigits(code, currencyDigits) !== undefined),
      )
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { leftOut, isCompared }]) => ({
        currency,
        ledger_rows: leftOut.ledger,
        finance_rows: leftOut.finance,
        compared: isCompared,
      }));
  }
}
