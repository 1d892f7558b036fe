import { basename } from 'node:path';

import { createReceipt, type Receipt, type ReceiptCollector } from '../../../ledger/index.ts';
import type { Limits } from '../../flags/request-options.ts';
import type { ExportPaths, Replaced } from '../../ledger-files/delivery.ts';
import {
  chosenColumnNames,
  type ExportSettings,
  receiptOptions,
} from '../../ledger-files/export-settings.ts';
import { comparisonsOf } from '../../ledger-files/file-totals.ts';
import { createEncoder } from '../../ledger-files/formats/encoder.ts';
import { countDuplicates } from '../../ledger-files/read-ledger.ts';
import type { StoredExport } from '../../ledger-files/stored-export.ts';
import type { ProgressDisplay } from '../../terminal/progress.ts';
import { ExportWriter } from './export-writer.ts';
import { connectForExport, readPages } from './read-pages.ts';

/** An export to a file. */
interface ExportJob {
  readonly settings: ExportSettings;
  readonly paths: ExportPaths;
  /** Where to continue; `undefined` for a new export. */
  readonly stored: StoredExport | undefined;
  /** The files that may be replaced once the export ends. */
  readonly replaces: Replaced;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Exports to the file that gets its name next, and returns its receipt once everything is on the disk. */
export async function writeExport(job: ExportJob): Promise<Receipt> {
  const { settings, paths, stored } = job;
  const receipt = createReceipt(settings, receiptOptions(settings, stored?.receiptState ?? undefined));
  const encoder = await createEncoder(
    settings,
    process.env,
    stored && { bytes: stored.part.bytes, groups: stored.groups },
  );
  await using files = await ExportWriter.open({ ...job, encoder, receipt });
  try {
    if (!stored?.hasAllRows) await receive(job, receipt, files);
  } finally {
    job.progress.stop();
  }
  const { format } = settings;
  const name = basename(paths.file);
  const digest = files.digest();
  const { keys: hasKeys } = comparisonsOf(chosenColumnNames(settings));
  const { rows } = receipt.state();
  // Without the columns of the key, the receipt says that the order is lost.
  const duplicates =
    receipt.ordered || !hasKeys ? undefined : await countDuplicates([{ path: paths.part, format }], rows);
  const finished = receipt.finish({ file: { name, format, ...digest }, duplicates });
  await files.save({ hasAllRows: true, receipt: finished });
  return finished;
}

async function receive(job: ExportJob, receipt: ReceiptCollector, files: ExportWriter): Promise<void> {
  const { settings, stored, limits, signal, progress } = job;
  /** Whether the receipt has the rows of a page that is not written. */
  let isWithinPage = false;
  try {
    await using connection = await connectForExport(settings, { ...limits, onDrift: receipt.onDrift });
    if (!stored) await files.begin();
    const resume = stored?.checkpoint ?? undefined;
    const call = { signal, onResponse: receipt.onResponse };
    for await (const { page, invalidRows } of readPages(connection.client, settings, resume, call)) {
      isWithinPage = true;
      await files.write(receipt.add(page), invalidRows, page.checkpoint);
      isWithinPage = false;
      progress.update(page.checkpoint.rows + page.checkpoint.invalidRows, page.totalCount);
    }
  } catch (error) {
    if (!files.hasPages) await files.remove();
    // What was received is kept, unless it is what cannot be encoded or written.
    else if (!isWithinPage) await files.save();
    throw error;
  }
  await files.end();
}
