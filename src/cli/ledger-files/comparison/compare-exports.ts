import { ledgerColumns, type LedgerRow } from '../../../ledger/index.ts';
import { amountsOfRow, MoneySums } from '../../../ledger/money-sums.ts';
import { keyAt } from '../../../ledger/row-key.ts';
import { checkDecimals } from '../decimals.ts';
import { storedColumns, type SummedRow } from '../ledger-row.ts';
import { explainUnreadable, type LedgerFile } from '../open-ledger.ts';
import { readLedger } from '../read-ledger.ts';

/** An export to read. If it has a receipt, its bytes are those of the receipt. */
export type ExportFile = Pick<LedgerFile, 'file' | 'format' | 'receipt' | 'currencyDigits'>;

/** A row that two exports do not have in common. */
export interface RowDifference {
  readonly what: 'added' | 'removed' | 'changed';
  /** The columns of a changed row whose values differ. */
  readonly columns: readonly string[];
  readonly old: SummedRow | null;
  readonly new: SummedRow | null;
}

/** What differs between two exports. */
export interface ExportComparison {
  /** In order of time. */
  readonly differences: readonly RowDifference[];
  /** By currency: the sums of the new export less those of the old one, of currencies that have a difference. */
  readonly effect: ReadonlyMap<string, MoneySums>;
  /** The columns of rows that both exports have. */
  readonly columns: readonly Column[];
  /** How many rows each of them has. */
  readonly rows: { readonly old: number; readonly new: number };
  /** Whether a row of one has the timestamp, type and id of a row of the other. */
  readonly hasCommonKeys: boolean;
}

type Column = keyof LedgerRow;

/**
 * Compares two exports by timestamp, type and transaction id. Decimals are not compared: their integers are. Both are read
 * at the same pace, and what they have in common is dropped as soon as both have it: memory depends on the number of
 * differences, and on how far the order of the rows differs. Of files whose receipts have one SHA-256 only the columns are
 * read.
 *
 * @throws CommandError when one is not a ledger of its format
 */
export async function compareExports(old: ExportFile, current: ExportFile): Promise<ExportComparison> {
  const sides = [new Side(old), new Side(current)] as const;
  const [removed, added] = sides;
  for (const side of sides) await side.read();
  const columns = ledgerColumns
    .filter(({ type }) => type !== 'decimal')
    .map(({ name }) => name)
    .filter((name) => sides.every(({ first }) => !first || name in first));
  const [before, after] = [old.receipt, current.receipt];
  if (before?.file && before.file.sha256 === after?.file?.sha256) {
    for (const side of sides) await side.close();
    const rows = { old: before.rows, new: after.rows };
    return { differences: [], effect: new Map(), columns, rows, hasCommonKeys: true };
  }
  let hasCommonKeys = false;
  for (;;) {
    if (removed.dropCommon(added, columns)) hasCommonKeys = true;
    const [next] = sides.filter(({ ended }) => !ended).sort((one, other) => one.rows - other.rows);
    if (!next) break;
    await next.read();
  }
  const differences = [...new Set([...removed.pending.keys(), ...added.pending.keys()])]
    .sort()
    .flatMap((key) => pairsOf(removed.pending.get(key), added.pending.get(key), columns));
  const rows = { old: removed.rows, new: added.rows };
  return { differences, effect: effectOf(differences), columns, rows, hasCommonKeys };
}

/** The rows of an export that the other one does not have so far. */
class Side {
  readonly pending = new Map<string, SummedRow[]>();
  rows = 0;
  ended = false;
  first: SummedRow | undefined;
  readonly #file: ExportFile;
  readonly #batches: AsyncIterator<readonly SummedRow[], void>;
  #read: string[] = [];

  constructor(file: ExportFile) {
    this.#file = file;
    const { file: path, format, currencyDigits } = file;
    this.#batches = readLedger({ path, format, needed: storedColumns, currencyDigits });
  }

  /** Reads the next rows. */
  async read(): Promise<void> {
    const { done, value } = await this.#batches.next().catch((error: unknown) => {
      throw explainUnreadable(this.#file, error);
    });
    this.ended = done ?? false;
    if (!value) return;
    this.first ??= value[0];
    if (!this.#file.receipt) this.#checkDecimals(value);
    this.rows += value.length;
    for (const row of value) {
      const key = keyAt({ ...row, id: row.transaction_id });
      this.#read.push(key);
      const same = this.pending.get(key);
      if (same) same.push(row);
      else this.pending.set(key, [row]);
    }
  }

  #checkDecimals(rows: readonly SummedRow[]): void {
    try {
      for (const [index, row] of rows.entries())
        checkDecimals(row, this.rows + index + 1, this.#file.currencyDigits);
    } catch (error) {
      throw explainUnreadable(this.#file, error);
    }
  }

  /** Reads no more of it. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }

  /** Drops the equal rows of both sides, as far as one of them was read since the last call; returns whether a key was in both. */
  dropCommon(other: Side, columns: readonly Column[]): boolean {
    let found = false;
    for (const key of [...this.#read, ...other.#read]) {
      const [own, others] = [this.pending.get(key), other.pending.get(key)];
      if (!own || !others) continue;
      found = true;
      for (const row of [...own]) {
        const equal = others.findIndex((one) => isSame(row, one, columns));
        if (equal < 0) continue;
        own.splice(own.indexOf(row), 1);
        others.splice(equal, 1);
      }
      if (own.length === 0) this.pending.delete(key);
      if (others.length === 0) other.pending.delete(key);
    }
    this.#read = [];
    other.#read = [];
    return found;
  }
}

/** Returns the columns in which two rows of one key differ. */
function differing(old: SummedRow, row: SummedRow, columns: readonly Column[]): readonly Column[] {
  return columns.filter((name) => !isSameValue(old, row, name));
}

function isSame(old: SummedRow, row: SummedRow, columns: readonly Column[]): boolean {
  return columns.every((name) => isSameValue(old, row, name));
}

/** The time is part of the key, and each format has its own notation of it. */
function isSameValue(old: SummedRow, row: SummedRow, name: Column): boolean {
  return name === 'timestamp' || old[name] === row[name] || valueOf(old, name) === valueOf(row, name);
}

/** Returns a value as a file has it: UTF-8 has no half of a surrogate pair. */
function valueOf(row: SummedRow, name: Column): string | number | null {
  const value = row[name] ?? null;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Rows of one key that are in one export only are one changed row. */
function pairsOf(
  old: readonly SummedRow[] = [],
  current: readonly SummedRow[] = [],
  columns: readonly Column[],
): readonly RowDifference[] {
  return Array.from({ length: Math.max(old.length, current.length) }, (_, index): RowDifference => {
    const [before = null, after = null] = [old[index], current[index]];
    if (before && after)
      return { what: 'changed', columns: differing(before, after, columns), old: before, new: after };
    return { what: after ? 'added' : 'removed', columns: [], old: before, new: after };
  });
}

function effectOf(differences: readonly RowDifference[]): ReadonlyMap<string, MoneySums> {
  const effect = new Map<string, MoneySums>();
  const add = (row: SummedRow | null, sign: 1 | -1): void => {
    if (!row) return;
    const sums = effect.get(row.currency_code) ?? new MoneySums();
    effect.set(row.currency_code, sums);
    sums.add(
      amountsOfRow(row).map((amount) => BigInt(sign) * BigInt(amount)),
      sign,
    );
  };
  for (const { old, new: row } of differences) {
    add(old, -1);
    add(row, 1);
  }
  return new Map([...effect].sort(([one], [other]) => (one < other ? -1 : 1)));
}
