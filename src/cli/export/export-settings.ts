import * as z from 'zod';

import { ledgerFormats } from '../read/ledger-format.ts';

const count = z.int().min(0);

/** The rules of what is stored while an export runs. */
export const exportSettingsSchema = z.strictObject({
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  /** Rows a page. */
  limit: count,
  windows: count,
  format: z.enum(ledgerFormats),
  drop: z.array(z.string()),
  hash: z.array(z.string()),
  /** Identifies the key of hashed columns; `null` without any. */
  hashKey: z.string().nullable(),
  bom: z.boolean(),
  /** Path of the file for invalid rows; `null` if an invalid row fails the export. */
  quarantine: z.string().nullable(),
  /** Path of the receipt; `null` for none. */
  receipt: z.string().nullable(),
  environment: z.enum(['production', 'sandbox']),
  /** Origin of the service; `null` for the built-in sandbox. */
  origin: z.string().nullable(),
  /** Rows of the built-in sandbox; `null` without it. */
  transactions: count.nullable(),
});

/** Everything that decides what an export writes. */
export type ExportSettings = Readonly<z.output<typeof exportSettingsSchema>>;
