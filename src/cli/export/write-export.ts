import type { Checkpoint } from '../../errors/index.ts';
import { createReceipt, type Receipt, type ReceiptCollector, type ReceiptState } from '../../ledger/index.ts';
import type { Limits } from '../flags.ts';
import type { ProgressDisplay } from '../progress.ts';
import { countDuplicates } from '../read/read-ledger.ts';
import type { ExportPaths } from './export-files.ts';
import { type ExportSettings, receiptOptions } from './export-settings.ts';
import { ExportWriter, type PageOutput, type StoredExport } from './export-writer.ts';
import { createEncoder, encoderOptions } from './formats/create-encoder.ts';
import type { RowEncoder } from './formats/row-encoder.ts';
import { connect, readPages, type ReceivedPage } from './read-pages.ts';

/** An export to a file. */
interface ExportJob {
  readonly settings: ExportSettings;
  readonly paths: ExportPaths;
  /** Name of the file, for the receipt. */
  readonly name: string;
  /** Where to continue; `undefined` for a new export. */
  readonly stored: StoredExport | undefined;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Exports to `FILE.part`, and returns the receipt once everything is on the disk. */
export async function writeExport(job: ExportJob): Promise<Receipt> {
  const { settings, paths, stored, name } = job;
  const receipt = createReceipt(settings, receiptOptions(settings, stored?.receiptState ?? undefined));
  // Without bytes there is no state either: the file begins anew.
  const state = stored && stored.part.bytes > 0 ? stored.encoder : undefined;
  const encoder = await createEncoder(settings.format, encoderOptions(settings), state);
  const options = { ...job.limits, onDrift: receipt.onDrift };
  await using connection = await connect(settings, options, encoder.onBody);
  await using files = await ExportWriter.open(settings, paths, stored);
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

/** What a {@link PageWriter} works with. */
interface PageWriterOptions {
  readonly receipt: ReceiptCollector;
  readonly files: ExportWriter;
  readonly encoder: RowEncoder;
  readonly stored: StoredExport | undefined;
  readonly progress: ProgressDisplay;
  readonly onSaved: (rows: number) => void;
}

/** A place between two pages. */
interface Place {
  readonly checkpoint: Checkpoint | null;
  readonly receiptState: ReceiptState;
}

/** How often to store where to continue, in milliseconds: each time waits for the disk. */
const saveInterval = 500;

/**
 * Writes pages, each while the next one is received, and stores now and then where to continue.
 *
 * An encoder may buffer rows, until a row group of Parquet is full. What is stored then is the last place between two
 * pages before its end. Continuing there, the rows that are already in the group are skipped.
 */
class PageWriter {
  readonly #options: PageWriterOptions;
  #checkpoint: Checkpoint | null;
  /** Rows in the range that were received. */
  #rows: number;
  /** Rows at the start of the next page that are already in the file. */
  #skip: number;
  #savedAt = performance.now();
  /** Whether receipt and encoder are between two pages. */
  #isBetweenPages = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PageWriterOptions) {
    const { stored, encoder } = options;
    this.#options = options;
    this.#checkpoint = stored?.checkpoint ?? null;
    this.#rows = stored?.receiptState?.rows ?? 0;
    this.#skip = encoder.rows - this.#rows;
    options.onSaved(this.#rows);
  }

  /** Starts to write a page, once the page before is written. */
  async write({ page, invalidRows }: ReceivedPage): Promise<void> {
    const { receipt, encoder, progress } = this.#options;
    // Needed only if the encoder may buffer this page.
    const before = encoder.isBuffered ? this.#place() : undefined;
    this.#isBetweenPages = false;
    const kept = receipt.add(page);
    const bytes = encoder.encode(this.#skip > 0 ? kept.slice(this.#skip) : kept);
    this.#skip = Math.max(0, this.#skip - kept.length);
    this.#rows += kept.length;
    this.#checkpoint = page.checkpoint;
    this.#isBetweenPages = true;
    progress.update(page.checkpoint.rows + page.checkpoint.invalidRows, page.totalCount);

    const isDue = performance.now() - this.#savedAt >= saveInterval;
    if (this.#isComplete) {
      await this.#start({ bytes, invalidRows }, isDue ? this.#place() : undefined);
    } else {
      await this.#start({ bytes, invalidRows, isBefore: true }, bytes.byteLength > 0 ? before : undefined);
    }
  }

  /** Writes the end of the file. */
  async end(): Promise<void> {
    await this.#start({ bytes: this.#options.encoder.end(), invalidRows: [] });
    await this.#writing;
  }

  /** Waits until everything is written, and stores where to continue if that is here; with a receipt, the end. */
  async save(receipt?: Receipt): Promise<void> {
    await this.#writing;
    if (!this.#isBetweenPages || !this.#isComplete) return;
    await this.#start({ bytes: new Uint8Array(0), invalidRows: [] }, this.#place(), receipt);
    await this.#writing;
  }

  /** Whether every row that was received is in the file. */
  get #isComplete(): boolean {
    return this.#options.encoder.rows >= this.#rows;
  }

  #place(): Place {
    return { checkpoint: this.#checkpoint, receiptState: this.#options.receipt.state() };
  }

  async #start(
    output: Omit<PageOutput, 'boundary'>,
    place?: Place,
    receipt: Receipt | null = null,
  ): Promise<void> {
    const { files, encoder, onSaved } = this.#options;
    // Read now: the encoder continues while this is written.
    const boundary = place && { ...place, receipt, encoder: { rows: encoder.rows, state: encoder.state() } };
    if (boundary) this.#savedAt = performance.now();
    await this.#writing;
    this.#writing = files.write({ ...output, boundary }).then(() => {
      if (boundary) onSaved(boundary.receiptState.rows);
    });
    // Thrown where it is awaited.
    this.#writing.catch(() => undefined);
  }
}
