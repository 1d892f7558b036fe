import type { LedgerFile } from '../../ledger-files/open-ledger.ts';
import { readLedger } from '../../ledger-files/read-ledger.ts';
import { columnsFor, type OurRow } from './our-amount.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import { unmetCondition } from './selection.ts';

/** A row of the ledger, with its id as it is compared, and where it stands. */
export interface IdentifiedRow {
  readonly id: string;
  readonly row: OurRow;
  readonly where: string;
}

/** Reads the rows of some ids again, as far as they are compared. */
export async function* ledgerRowsOf(
  wanted: { readonly has: (id: string) => boolean },
  { finance, ids, idColumn, amountColumn }: ReconcileSettings,
  ledgers: readonly LedgerFile[],
): AsyncGenerator<IdentifiedRow, void, undefined> {
  const needed = columnsFor(amountColumn);
  for (const { file: path, format, currencyDigits } of ledgers) {
    let position = 0;
    for await (const rows of readLedger({ path, format, needed, currencyDigits })) {
      for (const row of rows) {
        position += 1;
        const id = ids.ofLedger(row[idColumn] ?? null);
        if (id !== null && wanted.has(id) && !unmetCondition(row, finance))
          yield { id, row, where: `${path} row ${position}` };
      }
    }
  }
}
