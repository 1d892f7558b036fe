import type { ReceiptOptions, ReceiptState } from '../../ledger/index.ts';
import { chosenColumns } from './column-choice.ts';
import type { ExportSettings } from './export-settings.ts';

/** Returns what the receipt of an export says besides its rows. */
export function receiptOptions(settings: ExportSettings, state: ReceiptState | undefined): ReceiptOptions {
  return {
    baseUrl: settings.origin ?? undefined,
    environment: settings.environment,
    columns: chosenColumns(settings).map(({ name }) => name),
    state,
  };
}
