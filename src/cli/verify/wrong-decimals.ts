import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { findMinorUnitDigits, toDecimalString } from '../../money/minor-units.ts';
import type { StoredRow } from '../read/stored-row.ts';
import type { Difference } from './difference.ts';

type MinorColumn = Extract<keyof LedgerRow, `${string}_minor`>;

const pairs = ledgerColumns
  .filter(({ type }) => type === 'decimal')
  .map(({ name }) => ({
    name: name as keyof LedgerRow, // every column has a field of the same name
    minor: `${name}_minor` as MinorColumn, // every decimal has one
    usd: name.endsWith('_usd'),
  }));

/** Maximum number of rows to name. */
const maxNamed = 20;

/** Finds decimals in major units that differ from the integer in the smallest unit. */
export class WrongDecimals {
  readonly #named: Difference[] = [];
  #rows = 0;

  add(row: StoredRow): void {
    this.#rows += 1;
    if (this.#named.length >= maxNamed) return;
    for (const { name, minor, usd } of pairs) {
      const found = row[name];
      if (found === undefined) continue;
      const digits = usd ? 2 : findMinorUnitDigits(row.currency_code);
      const expected = digits === undefined ? null : toDecimalString(row[minor], digits, 'verify');
      if (found === expected || withoutZeros(found) === withoutZeros(expected)) continue;
      this.#named.push({
        what: 'decimal',
        currencyCode: row.currency_code,
        type: row.type,
        column: name,
        expected: `${expected ?? 'no value'} in row ${this.#rows}`,
        found: String(found ?? 'no value'),
      });
    }
  }

  /** The first of them. */
  get differences(): readonly Difference[] {
    return this.#named;
  }
}

/** Parquet stores every amount with the same number of decimals. */
function withoutZeros(decimal: string | number | null): string | null {
  if (decimal === null) return null;
  const text = String(decimal);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
