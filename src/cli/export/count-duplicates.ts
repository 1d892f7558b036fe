import { findDuplicates, type LedgerKeyRow } from '../../ledger/index.ts';
import { readLedger } from '../read/read-ledger.ts';
import type { ExportFormat } from './export-format.ts';

/** Counts rows of a file that have the key of another row; for services that do not return rows in order of time. */
export function countDuplicates(path: string, format: ExportFormat, rows: number): Promise<number> {
  return findDuplicates(() => readKeys(path, format), { rows });
}

async function* readKeys(path: string, format: ExportFormat): AsyncGenerator<LedgerKeyRow> {
  for await (const rows of readLedger(path, format)) {
    for (const { timestamp, type, transaction_id: id } of rows) yield { timestamp, type, id };
  }
}
