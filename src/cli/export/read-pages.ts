import type { PublisherClient } from '../../client.ts';
import type { InvalidRow } from '../../validation/validation.ts';
import type { Checkpoint } from '../../errors/index.ts';
import type { TransactionPage } from '../../pagination/transaction-page.ts';
import type { ExportSettings } from './export-settings.ts';

/** A page, and its rows that are invalid. */
export interface ReceivedPage {
  readonly page: TransactionPage;
  readonly invalidRows: readonly InvalidRow[];
}

/** Iterates over the pages of an export. Without a file for them, an invalid row throws. */
export async function* readPages(
  client: PublisherClient,
  { startDate, endDate, limit, windows, quarantine }: ExportSettings,
  resume: Checkpoint | undefined,
  signal: AbortSignal,
): AsyncGenerator<ReceivedPage, void, undefined> {
  let invalidRows: InvalidRow[] = [];
  const onInvalidRow = quarantine === null ? undefined : (row: InvalidRow) => void invalidRows.push(row);
  const query = { startDate, endDate, limit, windows, resume, onInvalidRow };
  for await (const page of client.transactions.list(query, { signal }).pages()) {
    const received = { page, invalidRows };
    invalidRows = [];
    yield received;
  }
}
