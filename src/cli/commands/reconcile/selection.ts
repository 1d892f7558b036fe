import {
  type CurrencyDigits,
  findMinorUnitDigits,
  upperCaseCurrency,
} from '../../../client/money/currency-digits.ts';
import type { FinanceSettings } from './config-file.ts';
import type { OurRow } from './our-amount.ts';
import type { LedgerOrFinance } from './sums/sums.ts';

/** The settings that leave rows out, by the file that they are for. */
const settings = {
  ledger: ['ledgerCurrency', 'ledgerType'],
  finance: ['where', 'skipLast'],
} as const satisfies Record<LedgerOrFinance, readonly string[]>;

/** A setting that leaves rows out. */
export type LeavingOut = (typeof settings)[LedgerOrFinance][number];

/** Returns the setting that leaves a row of the ledger out; `undefined` if none does. */
export function unmetCondition(
  row: OurRow,
  { ledgerCurrency, ledgerType }: FinanceSettings,
): LeavingOut | undefined {
  const isOfCurrency =
    ledgerCurrency?.some((code) => upperCaseCurrency(row.currency_code) === upperCaseCurrency(code)) ?? true;
  if (!isOfCurrency) return 'ledgerCurrency';
  return ledgerType === undefined || ledgerType.includes(row.type) ? undefined : 'ledgerType';
}

/** The rows of a file. */
export interface FileRows {
  /** Rows that are compared. */
  compared: number;
  /** Rows that each setting leaves out. */
  readonly leftOut: Map<LeavingOut, number>;
}

/** The rows of one currency. */
interface CurrencyRows {
  /** Rows that conditions leave out. */
  readonly leftOut: Record<LedgerOrFinance, number>;
  /** Whether a row of it is compared. */
  isCompared: boolean;
}

/** Which rows of the files are compared, and which are left out. */
export class Selection {
  /** In the order in which they are read. */
  readonly files: Record<LedgerOrFinance, FileRows[]> = { ledger: [], finance: [] };
  readonly #currencies = new Map<string, CurrencyRows>();

  /** Begins a file: the rows that follow are its rows. */
  open(side: LedgerOrFinance): void {
    this.files[side].push({ compared: 0, leftOut: new Map(settings[side].map((setting) => [setting, 0])) });
  }

  /** Adds a row that is compared. */
  add(side: LedgerOrFinance, currencyCode: string): void {
    const file = this.files[side].at(-1);
    if (file) file.compared += 1;
    this.#rowsOf(currencyCode).isCompared = true;
  }

  /** Adds a row that a condition leaves out. */
  leaveOut(side: LedgerOrFinance, setting: LeavingOut, currencyCode: string): void {
    this.skip(side, setting, 1);
    this.#rowsOf(currencyCode).leftOut[side] += 1;
  }

  /** Adds rows that are left out whatever they are. */
  skip(side: LedgerOrFinance, setting: LeavingOut, rows: number): void {
    const leftOut = this.files[side].at(-1)?.leftOut;
    leftOut?.set(setting, (leftOut.get(setting) ?? 0) + rows);
  }

  #rowsOf(currencyCode: string): CurrencyRows {
    let rows = this.#currencies.get(currencyCode);
    if (!rows) {
      rows = { leftOut: { ledger: 0, finance: 0 }, isCompared: false };
      this.#currencies.set(currencyCode, rows);
    }
    return rows;
  }

  /** Returns how many rows of a side are compared. */
  compared(side: LedgerOrFinance): number {
    return this.files[side].reduce((sum, { compared }) => sum + compared, 0);
  }

  /** Whether conditions leave out all rows of both sides. */
  get isEmpty(): boolean {
    const rows = [...this.#currencies.values()];
    return rows.length > 0 && rows.every(({ isCompared }) => !isCompared);
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
