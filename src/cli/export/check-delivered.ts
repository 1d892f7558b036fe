import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import type { Receipt } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { digestOf } from './part-file.ts';
import { isMissing } from './system-errors.ts';

const receiptSchema = z.looseObject({
  receiptVersion: z.literal(1),
  complete: z.boolean(),
  rows: z.int(),
  file: z.looseObject({ sha256: z.string() }),
});

/**
 * Compares a delivered file with the hash in its receipt, and returns the receipt.
 *
 * @throws UsageError if there is no receipt.
 * @throws CommandError if the file is different.
 */
export async function checkDelivered(file: string, receiptPath: string): Promise<Receipt> {
  const receipt = await readReceipt(file, receiptPath);
  const { sha256 } = await digestOf(file);
  if (sha256 === receipt.file?.sha256) return receipt;
  throw new CommandError(
    'file_changed',
    `${file} is not the file of its receipt: it has the SHA-256 ${sha256}`,
    exitCode.different,
  );
}

async function readReceipt(file: string, path: string): Promise<Receipt> {
  try {
    // A receipt of this version has all of its fields.
    return receiptSchema.parse(JSON.parse(await readFile(path, 'utf8'))) as unknown as Receipt;
  } catch (error) {
    const problem = isMissing(error) ? `there is no ${path}` : `${path} is not a receipt`;
    throw new UsageError(`--resume: ${file} exists, but ${problem}: use --force to export it again`);
  }
}
