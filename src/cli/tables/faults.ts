import { CommandError, exitCode, UsageError } from '../terminal/command-error.ts';
import { maxShown, renderMore } from '../terminal/terminal-table.ts';

/** What is wrong with a cell, or with a whole row. */
export interface TableFault {
  /** `prices.csv line 3`. */
  readonly where: string;
  readonly column?: string | undefined;
  readonly message: string;
}

/** An error that is about a place of a sheet. */
export class FaultError extends UsageError {
  readonly fault: TableFault;

  constructor(fault: TableFault) {
    super(lineOf(fault));
    this.fault = fault;
  }
}

/** Collects what is wrong with a sheet: who corrects it needs all of it at once. */
export class Faults {
  /** By their place: of a cell, the first one says enough. */
  readonly #faults = new Map<string, TableFault>();

  add(fault: TableFault): void {
    const place = `${fault.where}, ${fault.column ?? ''}`;
    if (!this.#faults.has(place)) this.#faults.set(place, fault);
  }

  /** Calls a function that reads a place of the sheet; `undefined` if that is wrong. */
  collect<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      this.add(error.fault);
      return undefined;
    }
  }

  /** @throws CommandError with all faults, of which the first ones are in its message */
  throwIfAny(): void {
    const faults = [...this.#faults.values()].toSorted((left, right) =>
      inOrder.compare(left.where, right.where),
    );
    const [first, ...others] = faults;
    if (first === undefined) return;
    const lines = faults.slice(0, maxShown).map((fault) => `  ${lineOf(fault)}`);
    const more = renderMore(faults.length - maxShown, '; --json has all of them');
    const message =
      others.length === 0 ? lineOf(first) : ['the sheet has faults:', ...lines, ...more].join('\n');
    throw new CommandError('usage', message, exitCode.usage, { faults });
  }
}

const inOrder = new Intl.Collator('en', { numeric: true });

function lineOf({ where, column, message }: TableFault): string {
  return column === undefined ? `${where}: ${message}` : `${where}, column ${column}: ${message}`;
}
