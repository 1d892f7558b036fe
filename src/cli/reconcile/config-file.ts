import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { inputObject, toInputIssues } from '../../client/api/input-object.ts';
import { arrayInput, ruleMessage, stringInput } from '../../client/api/input.ts';
import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { UsageError } from '../command-error.ts';
import { writeResult } from '../output-file.ts';
import { negativeForms, thousandsSeparators } from '../table/amounts.ts';
import { delimiters } from '../table/table.ts';

/** The columns of the ledger that may have the id of the finance system, by the name of the field. */
export const idColumns = {
  orderId: 'order_id',
  purchaseId: 'purchase_id',
  publisherTransactionId: 'publisher_transaction_id',
  id: 'transaction_id',
} as const satisfies Readonly<Record<string, keyof LedgerRow>>;

/** A field that may have the id of the finance system. */
export type MatchField = keyof typeof idColumns;

// The keys are those of the object.
export const matchFields = Object.keys(idColumns) as readonly MatchField[];

/** The columns of the ledger that can be added up: those in major units. */
export const amountColumns: readonly string[] = ledgerColumns
  .filter(({ type }) => type === 'decimal')
  .map(({ name }) => name);

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: ruleMessage(`one of ${choices.join(' ')}`) }).optional();
}

const column = stringInput('reference').optional();
const rows = z
  .int({ error: ruleMessage('an integer') })
  .min(0, { error: 'must not be negative' })
  .optional();

const messages = {
  example: '{ "version": 1, "idColumn": "reference", "amountColumn": "total" }',
  unknown: 'unknown setting',
};

/** How to read a finance system's files: each setting is the flag of its name. Nothing in it is of one month. */
export const configSchema = inputObject(messages, {
  version: z.literal(1, { error: ruleMessage('1, the version of this form') }),
  idColumn: column,
  amountColumn: column,
  currencyColumn: column,
  dateColumn: column,
  match: oneOf<MatchField>(matchFields),
  ourAmount: oneOf(amountColumns),
  sheet: column,
  encoding: stringInput('windows-1252').optional(),
  delimiter: oneOf(delimiters),
  header: z.boolean({ error: ruleMessage('true or false') }).optional(),
  skipFirst: rows,
  skipLast: rows,
  where: arrayInput(stringInput('account = 8400'), '"account = 8400"').readonly().optional(),
  unit: oneOf(['major', 'minor']),
  decimal: oneOf(['.', ',']),
  thousands: oneOf(thousandsSeparators),
  negative: oneOf(negativeForms),
  symbol: stringInput('€').min(1, { error: 'must not be empty' }).optional(),
  dateFormat: stringInput('DD.MM.YYYY').optional(),
  timeZone: stringInput('Europe/Berlin').optional(),
});

/** The settings of a config file. */
export type Config = Omit<z.output<typeof configSchema>, 'version'>;

/** The settings that have defaults. */
type Defaulted = 'unit' | 'decimal' | 'skipFirst' | 'skipLast' | 'header' | 'where' | 'timeZone';

/** How to read the finance system's file: what a config file may have, and its path. */
export type FinanceFormat = Readonly<
  Omit<Config, Defaulted> & { [Name in Defaulted]: NonNullable<Config[Name]> } & { path: string }
>;

/** How the finance system writes dates. */
export type DateFormat = Pick<FinanceFormat, 'dateFormat' | 'timeZone'>;

/** Reads the file of `--config`. @throws UsageError if it cannot be read, or naming the setting that is invalid */
export async function readConfig(path: string): Promise<Config> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--config: ${path} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  const { data, error } = configSchema.safeParse(content);
  if (data) return data;
  const [issue] = toInputIssues(error.issues, 'the file');
  throw new UsageError(`--config: ${path}: ${issue?.path}: ${issue?.message}`);
}

/** Writes the file of `--save-config`. @throws CommandError if it cannot be written */
export function writeConfig(path: string, config: Config): Promise<void> {
  return writeResult(path, `${JSON.stringify({ version: 1, ...config }, null, 2)}\n`);
}
