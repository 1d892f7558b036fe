import { createHmac } from 'node:crypto';

import * as z from 'zod';

import { didYouMean } from '../../client/api/input-object.ts';
import { currencyDigitsRule } from '../../client/options/currency-digits-rule.ts';
import {
  type LedgerColumn,
  ledgerColumns,
  type ReceiptOptions,
  type ReceiptState,
} from '../../ledger/index.ts';
import { UsageError } from '../command-error.ts';
import { type LedgerFormat, ledgerFormats } from '../read/ledger-format.ts';

const count = z.int().min(0);

/**
 * What decides what an export writes, with its defaults: it is stored while an export runs, and compared when it is
 * continued. A setting has the name of its flag.
 */
export const exportSettingsSchema = z.object({
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  /** Rows a page. */
  limit: count.default(10_000),
  windows: count.default(1),
  format: z.enum(ledgerFormats),
  drop: z.array(z.string()).default([]),
  hash: z.array(z.string()).default([]),
  /** Identifies the key of hashed columns; `null` without any. */
  hashKey: z.string().nullable(),
  bom: z.boolean().default(false),
  /** Decimals of currencies that the service counts otherwise than ISO 4217. */
  currencyDigits: currencyDigitsRule.default({}),
  /** Path of the file for invalid rows; `null` if an invalid row fails the export. */
  quarantine: z.string().nullable().default(null),
  /** Path of the receipt; `null` for the one beside the file. */
  receipt: z.string().nullable().default(null),
  environment: z.enum(['production', 'sandbox']),
  /** Origin of the service; `null` for the built-in sandbox. */
  origin: z.string().nullable(),
  /** Whose ledger it is; `null` for the host of the service. */
  source: z.string().nullable().default(null),
  /** Rows of the built-in sandbox in the range, or `default` for its default ledger; `null` without it. */
  transactions: z
    .union([count, z.literal('default')])
    .nullable()
    .default(null),
});

/** Everything that decides what an export writes. */
export type ExportSettings = Readonly<z.output<typeof exportSettingsSchema>>;

/** The settings that the command line gives; a missing flag is `undefined`. */
export type GivenSettings = { readonly [Name in keyof ExportSettings]?: ExportSettings[Name] | undefined };

/** Which columns are left out, and which are replaced by a hash. */
interface ColumnChoice {
  readonly drop: readonly string[];
  readonly hash: readonly string[];
}

/** Columns that a receipt and its verification need as they are, besides all money. */
const required = ['timestamp', 'type', 'transaction_id', 'currency_code'];

/**
 * Validates the columns of `--drop` and `--hash`.
 *
 * @throws UsageError naming the flag.
 */
export function checkColumnChoice({ drop, hash }: ColumnChoice, format: LedgerFormat): void {
  check('drop', drop, format);
  check('hash', hash, format);
  const both = drop.find((name) => hash.includes(name));
  if (both !== undefined) throw new UsageError(`--hash: ${both} is also in --drop`);
}

/** The columns of the file, in order. */
export function chosenColumns({ drop }: ColumnChoice): readonly LedgerColumn[] {
  return ledgerColumns.filter(({ name }) => !drop.includes(name));
}

function check(flag: string, names: readonly string[], format: LedgerFormat): void {
  if (names.length > 0 && format === 'jsonl') {
    throw new UsageError(`--${flag}: works with csv and parquet only; jsonl has the rows as received`);
  }
  for (const name of names) {
    const column = ledgerColumns.find((one) => one.name === name);
    if (!column) throw new UsageError(`--${flag}: ${unknownColumn(name)}`);
    if (isRequired(column)) {
      throw new UsageError(`--${flag}: ${name} is needed to verify the file and cannot be changed`);
    }
  }
}

function unknownColumn(name: string): string {
  const changeable = ledgerColumns.filter((column) => !isRequired(column)).map((column) => column.name);
  const suggestion = didYouMean(name, changeable);
  return `unknown column "${name}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function isRequired({ name, type }: LedgerColumn): boolean {
  return type === 'integer' || type === 'decimal' || required.includes(name);
}

/** Returns the hash of a value: HMAC-SHA256, hexadecimal. */
export type HashValue = (value: string) => string;

/**
 * Returns the function for `--hash`, with the key from the environment variable PUBLISHER_HASH_KEY.
 *
 * @throws UsageError if the key is missing.
 */
export function createHashValue(env: NodeJS.ProcessEnv): HashValue {
  const key = env['PUBLISHER_HASH_KEY'];
  if (key === undefined || key === '') {
    throw new UsageError('PUBLISHER_HASH_KEY: is required with --hash; set the environment variable');
  }
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}

/** Identifies a key without revealing it, so that a resumed export does not mix two of them. */
export function fingerprintOf(hashValue: HashValue): string {
  return hashValue('publisher-commerce export').slice(0, 16);
}

/** Returns what the receipt of an export says besides its rows. */
export function receiptOptions(settings: ExportSettings, state: ReceiptState | undefined): ReceiptOptions {
  return {
    baseUrl: settings.origin ?? undefined,
    environment: settings.environment,
    source: settings.source ?? undefined,
    columns: chosenColumns(settings).map(({ name }) => name),
    currencyDigits: settings.currencyDigits,
    state,
  };
}
