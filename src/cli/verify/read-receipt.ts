import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { hasEnded } from '../../ledger/create-receipt.ts';
import type { Receipt } from '../../ledger/index.ts';
import { receiptDrift, receiptSums } from '../../ledger/receipt-input.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { isMissing } from '../system-errors.ts';

/** There is no receipt to verify a file with. */
export class MissingReceiptError extends Error {
  override readonly name = 'MissingReceiptError';
}

const count = z.int().min(0);
const date = z.iso.datetime({ precision: 3 });

const receiptSchema = z.strictObject({
  receiptVersion: z.literal(1),
  packageVersion: z.string(),
  origin: z.string().nullable(),
  environment: z.enum(['production', 'sandbox']).nullable(),
  startDate: date,
  endDate: date,
  firstTimestamp: date.nullable(),
  lastTimestamp: date.nullable(),
  rows: count,
  totalCount: z.int().nullable(),
  invalidRows: count,
  rowsOutsideRange: count,
  // Version 0.1.0 did not write it.
  changedWhileRead: z.boolean().default(false),
  complete: z.boolean(),
  // Receipts of earlier versions do not have it.
  rangeEnded: z.boolean().optional(),
  columns: z.array(z.string()),
  unknownCurrencies: z.array(z.string()),
  sums: receiptSums,
  drift: receiptDrift,
  startedAt: date,
  finishedAt: date,
  file: z
    .strictObject({
      name: z.string(),
      format: z.enum(['jsonl', 'csv', 'parquet']),
      bytes: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable(),
});

/**
 * Reads a receipt.
 *
 * @throws {@link MissingReceiptError} when there is no such file
 * @throws {@link UnreadableFileError} when it is not a receipt
 */
export async function readReceipt(path: string): Promise<Receipt> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) throw new MissingReceiptError(`there is no receipt ${path}`);
    throw new UnreadableFileError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { data, error } = receiptSchema.safeParse(parse(text));
  if (data) return { ...data, rangeEnded: data.rangeEnded ?? hasEnded(data) };
  const [issue] = error.issues;
  throw new UnreadableFileError(`${path} is not a receipt: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
