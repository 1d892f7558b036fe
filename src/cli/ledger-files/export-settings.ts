import * as z from 'zod';

import { didYouMean } from '../../client/api/input-object.ts';
import { currencyDigitsRule } from '../../client/options/currency-digits-rule.ts';
import { columnChoiceProblem, personalColumns } from '../../ledger/column-choice.ts';
import {
  type LedgerColumn,
  ledgerColumns,
  type ReceiptOptions,
  type ReceiptState,
} from '../../ledger/index.ts';
import { type LedgerFormat, ledgerFormats } from '../../ledger/ledger-format.ts';
import { type HashValue, hashWith } from '../../shared/hash-value.ts';
import { UsageError } from '../terminal/command-error.ts';
import { formatNames, formats } from './formats/formats.ts';

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
  /** No longer a setting: exports that were stopped by 0.1.0 name it. */
  windows: z.literal(1, { error: 'must be 1, since exports have no windows any more' }).default(1),
  format: z.enum(ledgerFormats),
  /** The columns of the file, in order; `null` for all but those of `drop`. */
  columns: z.array(z.string()).nullable().default(null),
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
  /** Zone of the month; `null` for UTC. */
  timeZone: z.string().nullable().default(null),
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

/** Which columns a file has, and which of them are hashed. */
type FileColumns = Pick<ExportSettings, 'columns' | 'drop' | 'hash'>;

/**
 * Validates the columns of `--columns`, `--drop` and `--hash`.
 *
 * @throws UsageError naming the flag.
 */
export function checkColumns(chosen: FileColumns, format: LedgerFormat): void {
  const { columns, drop, hash } = chosen;
  const given = (
    [
      ['columns', columns ?? []],
      ['drop', drop],
      ['hash', hash],
    ] as const
  ).find(([, names]) => names.length > 0);
  if (given && formats[format].isAsReceived) {
    const others = formatNames(({ isAsReceived }) => !isAsReceived);
    throw new UsageError(`--${given[0]}: works with ${others} only; ${format} has the rows as received`);
  }
  const problem = columnChoiceProblem(chosen);
  if (problem) throw new UsageError(`--${problem.option}: ${problem.rule}`);
  if (columns === null) return;
  const names: readonly string[] = ledgerColumns.map(({ name }) => name);
  const unknown = columns.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const suggestion = didYouMean(unknown, names) ?? names.find((name) => name.startsWith(unknown));
    const aside = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    throw new UsageError(`--columns: unknown column "${unknown}"${aside}`);
  }
  const twice = columns.find((name, index) => columns.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`--columns: has ${twice} twice`);
  const left = hash.find((name) => !columns.includes(name));
  if (left !== undefined) throw new UsageError(`--hash: ${left} is not among --columns`);
}

/** The columns of the file, in order. */
export function chosenColumns({ columns, drop }: Omit<FileColumns, 'hash'>): readonly LedgerColumn[] {
  if (columns === null) return ledgerColumns.filter(({ name }) => !drop.includes(name));
  return columns.flatMap((name) => ledgerColumns.find((column) => column.name === name) ?? []);
}

/** The names of these columns. */
export function chosenColumnNames(chosen: Omit<FileColumns, 'hash'>): readonly string[] {
  return chosenColumns(chosen).map(({ name }) => name);
}

/** The columns that rows in `--quarantine` lack too: those of `--drop`, and the personal ones that `--columns` leaves out. */
export function hiddenColumns({ columns, drop }: Omit<FileColumns, 'hash'>): readonly string[] {
  return columns === null ? drop : personalColumns.filter((name) => !columns.includes(name));
}

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
  return hashWith(key);
}

/** Returns what the receipt of an export says besides its rows. */
export function receiptOptions(settings: ExportSettings, state: ReceiptState | undefined): ReceiptOptions {
  return {
    baseUrl: settings.origin ?? undefined,
    environment: settings.environment,
    source: settings.source ?? undefined,
    timeZone: settings.timeZone ?? undefined,
    columns: chosenColumnNames(settings),
    hashedColumns: settings.hash,
    hashKeyId: settings.hashKey ?? undefined,
    currencyDigits: settings.currencyDigits,
    state,
  };
}
