import { CellError, type CellValue, textOf } from '../../../tables/table.ts';
import { UsageError } from '../../../terminal/command-error.ts';
import type { FinanceSettings } from '../config-file.ts';

/** How ids are read: by `--id-pattern`, and what of them is compared. */
export type IdFormat = Pick<FinanceSettings, 'idPattern' | 'idIgnoreCase' | 'idLength'>;

/** Spaces of any kind, and characters that nobody sees, such as a zero-width space. */
const edges = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Reads the ids of both files as what is compared of them, and knows how they are written. */
export class Ids {
  readonly #pattern: RegExp | undefined;
  readonly #ignoreCase: boolean;
  readonly #length: number | undefined;
  /** By what is compared: the id of the ledger, or else of finance. Empty if ids are compared as they are written. */
  readonly #written = new Map<string, string>();

  /** @throws UsageError if the pattern is no regular expression */
  constructor({ idPattern, idIgnoreCase, idLength }: IdFormat) {
    try {
      this.#pattern = idPattern === undefined ? undefined : new RegExp(idPattern, 'u');
    } catch (error) {
      throw new UsageError(`--id-pattern: ${error instanceof Error ? error.message : ''}`);
    }
    this.#ignoreCase = idIgnoreCase;
    this.#length = idLength;
  }

  /** @throws UsageError if two ids of the ledger would be one */
  ofLedger(id: string | null): string | null {
    const written = trimmed(id ?? '');
    const key = this.#compared(written.slice(0, this.#length));
    const other = this.#written.get(key) ?? written;
    if (other === written) return this.#remember(key, written);
    const flag = other.toLowerCase() === written.toLowerCase() ? 'id-ignore-case' : 'id-length';
    const both = `${JSON.stringify(other)} and ${JSON.stringify(written)}`;
    throw new UsageError(`--${flag}: ${both} of the ledger would be one id`);
  }

  /** The error of a cell is no id. */
  ofFinance(cell: CellValue | undefined): string | null {
    if (cell instanceof CellError) return null;
    const text = trimmed(textOf(cell));
    const [whole = '', group = whole] = this.#pattern ? (this.#pattern.exec(text) ?? []) : [text];
    const written = trimmed(group);
    const key = this.#compared(written);
    return this.#remember(key, this.#written.get(key) ?? written);
  }

  /** Returns an id as it is written: in the ledger, if that has it. */
  writtenOf(key: string): string {
    return this.#written.get(key) ?? key;
  }

  #compared(id: string): string {
    return this.#ignoreCase ? id.toLowerCase() : id;
  }

  #remember(key: string, written: string): string | null {
    if (this.#ignoreCase || this.#length !== undefined) this.#written.set(key, written);
    return key || null;
  }
}

function trimmed(text: string): string {
  return text.replaceAll(edges, '');
}

/** A spreadsheet keeps so many digits of a number. */
const keptDigits = 15;

/** An id that lost digits, and what loses them. */
interface Rounding {
  readonly original: string;
  readonly by: string;
}

/** Long ids of the ledger by what programs make of them that read numbers. */
export class RoundedIds {
  readonly #cut = new Map<string, string>();
  readonly #doubles = new Map<string, string>();

  add(id: string): void {
    // Shorter ones keep all digits, and longer ones are no numbers.
    if (!/^\d{16,300}$/.test(id)) return;
    const cut = id.slice(0, keptDigits).padEnd(id.length, '0');
    if (cut !== id) this.#cut.set(cut, id);
    const double = Number(id);
    // All digits of it, and the fewest that are read as it.
    for (const written of [String(BigInt(double)), String(double)])
      if (written !== id) this.#doubles.set(written, id);
  }

  /**
   * Returns what an id of finance may have been; `undefined` if it is none that was rounded.
   *
   * @param isInLedger Whether it is an id as it is: many ids are that of their neighbour as a double, but few end with zeros
   */
  find(id: string, isInLedger: boolean): Rounding | undefined {
    const cut = this.#cut.get(id);
    if (cut !== undefined) return { original: cut, by: 'a spreadsheet, which keeps 15 digits' };
    const double = isInLedger ? undefined : this.#doubles.get(id);
    return double === undefined
      ? undefined
      : { original: double, by: 'a program that reads it as a number (a double)' };
  }
}
