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

/** Long ids of the ledger by what a spreadsheet makes of them. */
export class RoundedIds {
  readonly #originals = new Map<string, string>();

  add(id: string): void {
    const rounded = /^\d+$/.test(id) ? id.slice(0, keptDigits).padEnd(id.length, '0') : id;
    if (rounded !== id) this.#originals.set(rounded, id);
  }

  /** The id of the ledger that this one may have been; it cannot be told from another one that has its digits. */
  originalOf(id: string): string | undefined {
    return this.#originals.get(id);
  }
}
