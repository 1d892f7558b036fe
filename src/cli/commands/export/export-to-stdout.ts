import { createHash } from 'node:crypto';

import { createReceipt, type Receipt } from '../../../ledger/index.ts';
import type { Limits } from '../../flags/request-options.ts';
import { type GivenSettings, receiptOptions } from '../../ledger-files/export-settings.ts';
import { createEncoder } from '../../ledger-files/formats/encoder.ts';
import { formatNames, formats } from '../../ledger-files/formats/formats.ts';
import { formatReceipt } from '../../ledger-files/receipt-file.ts';
import { UsageError } from '../../terminal/command-error.ts';
import type { ProgressDisplay } from '../../terminal/progress.ts';
import { writeToStdout } from '../../terminal/stdout.ts';
import { checkNamed } from './export-files.ts';
import { newSettings } from './given-settings.ts';
import { PartFile } from './part-file.ts';
import { connectForExport, readPages } from './read-pages.ts';

/** An export to stdout, as the command line asks for it. */
interface StdoutExport {
  readonly given: GivenSettings;
  readonly limits: Limits;
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly progress: ProgressDisplay;
}

/** Exports to stdout; a receipt is written only to the file of `--receipt`. */
export async function exportToStdout({
  given,
  limits,
  force,
  signal,
  progress,
}: StdoutExport): Promise<Receipt> {
  if (given.receipt !== undefined && given.receipt === given.quarantine)
    throw new UsageError('--quarantine: must be another file');
  const settings = newSettings(given, '-', process.env);
  if (!formats[settings.format].streams)
    throw new UsageError(`--format: must be ${formatNames(({ streams }) => streams, 'or')} with --out -`);
  const named = await checkNamed(settings, force);
  const receipt = createReceipt(settings, receiptOptions(settings, undefined));
  const { header, encode, encodeInvalid } = await createEncoder(settings, process.env);
  await using connection = await connectForExport(settings, { ...limits, onDrift: receipt.onDrift });
  const quarantine = settings.quarantine === null ? undefined : await PartFile.create(settings.quarantine);
  // What a shell writes to a file can be verified with the receipt.
  const hash = createHash('sha256');
  let bytes = 0;
  const write = (content: Uint8Array): Promise<void> => {
    hash.update(content);
    bytes += content.length;
    return writeToStdout(content);
  };
  try {
    await write(header);
    const call = { signal, onResponse: receipt.onResponse };
    for await (const { page, invalidRows } of readPages(connection.client, settings, undefined, call)) {
      await write(encode(receipt.add(page)));
      await quarantine?.append(encodeInvalid(invalidRows));
      progress.update(page.checkpoint.rows + page.checkpoint.invalidRows, page.totalCount);
    }
  } finally {
    progress.stop();
    await quarantine?.close();
  }
  const { format } = settings;
  const finished = receipt.finish({ file: { name: 'stdout', format, bytes, sha256: hash.digest('hex') } });
  await named['receipt']?.replace(formatReceipt(finished));
  return finished;
}
