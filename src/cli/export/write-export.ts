import { createReceipt, type Receipt } from '../../ledger/index.ts';
import { connect } from './connect.ts';
import { countDuplicates } from './count-duplicates.ts';
import { encoderOptions } from './encoder-options.ts';
import type { ExportPaths } from './export-paths.ts';
import type { ExportSettings } from './export-settings.ts';
import { ExportWriter } from './export-writer.ts';
import { createEncoder } from './formats/create-encoder.ts';
import { PageWriter } from './page-writer.ts';
import type { ProgressDisplay } from '../progress.ts';
import { readPages } from './read-pages.ts';
import { receiptOptions } from './receipt-options.ts';
import type { StoredExport } from './stored-export.ts';

/** An export to a file. */
export interface ExportJob {
  readonly settings: ExportSettings;
  readonly paths: ExportPaths;
  /** Name of the file, for the receipt. */
  readonly name: string;
  /** Where to continue; `undefined` for a new export. */
  readonly stored: StoredExport | undefined;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Exports to `FILE.part`, and returns the receipt once everything is on the disk. */
export async function writeExport(job: ExportJob): Promise<Receipt> {
  const { settings, paths, stored, name } = job;
  const receipt = createReceipt(settings, receiptOptions(settings, stored?.receiptState ?? undefined));
  await using connection = await connect(settings, receipt.onDrift);
  await using files = await ExportWriter.open(settings, paths, stored);
  // Without bytes there is no state either: the file begins anew.
  const state = stored && stored.part.bytes > 0 ? stored.encoder : undefined;
  const encoder = await createEncoder(settings.format, encoderOptions(settings), state);
  const pages = new PageWriter({ ...job, receipt, files, encoder });

  if (!stored) await pages.save();
  const resume = stored?.checkpoint ?? undefined;
  try {
    for await (const received of readPages(connection.client, settings, resume, job.signal)) {
      await pages.write(received);
    }
  } catch (error) {
    // What was received is kept, unless it is what cannot be written.
    await pages.save();
    throw error;
  } finally {
    job.progress.stop();
  }

  await pages.end();
  const file = { name, format: settings.format, ...files.digest() };
  const duplicates = receipt.ordered
    ? undefined
    : await countDuplicates(paths.part, file.format, receipt.state().rows);
  const finished = receipt.finish({ file, duplicates });
  await pages.save(finished);
  return finished;
}
