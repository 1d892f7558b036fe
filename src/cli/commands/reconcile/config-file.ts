import * as z from 'zod';

import { inputObject } from '../../../client/api/input-object.ts';
import { arrayInput, ruleMessage, stringInput } from '../../../client/api/input.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { checkJson, readJson } from '../../files/json-file.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { thousandsSeparators } from '../../tables/amounts.ts';
import { delimiters } from '../../tables/table.ts';
import { ourAmounts } from './our-amount.ts';

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

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: ruleMessage(`one of ${choices.join(' ')}`) });
}

const column = stringInput('reference').optional();
const currency = stringInput('EUR')
  .regex(/^[A-Za-z]{3}$/, { error: 'must have three letters, such as EUR' })
  .optional();
const rows = z
  .int({ error: ruleMessage('an integer') })
  .min(0, { error: 'must not be negative' })
  .default(0);

const words = arrayInput(stringInput('DR'), '"DR"')
  .min(1, { error: 'must not be empty' })
  .readonly()
  .optional();

const messages = {
  example: '{ "version": 1, "idColumn": "reference", "amountColumn": "total" }',
  unknown: 'unknown setting',
};

/** How to read a finance system's files: each setting is the flag of its name. Nothing in it is of one month. */
export const configSchema = inputObject(messages, {
  version: z.literal(1, { error: ruleMessage('1, the version of this form') }),
  idColumn: column,
  idPattern: stringInput('ORD-(\\d+)').optional(),
  idIgnoreCase: z.boolean({ error: ruleMessage('true or false') }).default(false),
  idLength: z
    .int({ error: ruleMessage('an integer') })
    .min(1, { error: 'must be at least 1' })
    .optional(),
  amountColumn: column,
  debitColumn: column,
  creditColumn: column,
  signColumn: column,
  currencyColumn: column,
  currency,
  currencyInAmount: z.boolean({ error: ruleMessage('true or false') }).default(false),
  dateColumn: column,
  match: oneOf<MatchField>(matchFields).default('orderId'),
  ourAmount: oneOf(ourAmounts).default('amount'),
  negate: z.boolean({ error: ruleMessage('true or false') }).default(false),
  tolerance: stringInput('0.01')
    .regex(/^\d{1,9}(?:\.\d{1,4})?$/, { error: 'must be a decimal, such as 0.01' })
    .optional(),
  ledgerCurrency: arrayInput(stringInput('EUR'), '"EUR"').readonly().optional(),
  ledgerType: arrayInput(stringInput('paid'), '"paid"').readonly().optional(),
  sheet: column,
  encoding: stringInput('windows-1252').optional(),
  delimiter: oneOf(delimiters).optional(),
  header: z.boolean({ error: ruleMessage('true or false') }).default(true),
  skipFirst: rows,
  skipLast: rows,
  fillDown: arrayInput(stringInput('order'), '"order"').readonly().default([]),
  where: arrayInput(stringInput('account = 8400'), '"account = 8400"').readonly().default([]),
  unit: oneOf(['major', 'minor']).default('major'),
  decimal: oneOf(['.', ',']).default('.'),
  thousands: oneOf(thousandsSeparators).optional(),
  negative: words,
  positive: words,
  symbol: stringInput('€').min(1, { error: 'must not be empty' }).optional(),
  dateFormat: stringInput('DD.MM.YYYY').optional(),
  timeZone: stringInput('Europe/Berlin').optional(),
});

/** The settings of a config file, or of the command line, without the defaults. */
export type Config = Omit<z.input<typeof configSchema>, 'version'>;

/** How to read the files of the finance system: the settings with their defaults. */
export type FinanceSettings = Readonly<Omit<z.output<typeof configSchema>, 'version'>>;

/** How to read a file of the finance system. */
export type FinanceFormat = FinanceSettings & { readonly path: string };

/** How the finance system writes dates. */
export interface DateFormat extends Pick<FinanceSettings, 'dateFormat'> {
  readonly timeZone: string;
}

/** Reads the file of `--config`. @throws UsageError if it cannot be read, or naming the setting that is invalid */
export async function readReconcileConfig(path: string): Promise<Config> {
  const content = await readJson('config', path);
  checkJson('config', path, configSchema, content);
  return content as Config; // which the schema has accepted
}

/** Writes the file of `--save-config`. @throws CommandError if it cannot be written */
export function writeReconcileConfig(file: OutputFile, config: Config): Promise<void> {
  return file.replace(`${JSON.stringify({ version: 1, ...config }, null, 2)}\n`);
}
