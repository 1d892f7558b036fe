import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';

import { currencyDigitsFlag, type FlagsOf, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { commaListParser, integerParser, parseList, parseText } from '../../flags/parsers.ts';
import { filesHelp } from '../../ledger-files/formats/formats.ts';
import { thousandsSeparators } from '../../tables/amounts.ts';
import { addTableFlags } from '../../tables/table-flags.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { matchFields } from './config-file.ts';
import { ourAmounts } from './our-amount.ts';

const more = `
If there is a receipt beside <file>, everything in <file> is compared with it
first. Amounts are added up by id and currency: a payment and its refund may
share an id. A column is its name in the first row, or its number from 1. What
these flags do not read is listed as a difference, and never guessed.

${exitCodes({
  done: 'the files agree',
  failed: 'failed, or a file cannot be read',
  different: 'there are differences, or <file> differs from its receipt or is of an incomplete export',
})}

Examples:
  publisher-commerce reconcile october.csv --against finance.csv \\
    --id-column reference --amount-column total \\
    --currency-column currency --date-column booked --out differences.xlsx
  publisher-commerce reconcile october.csv --against Buchungen.csv \\
    --encoding windows-1252 --id-column Beleg --amount-column Betrag \\
    --decimal , --thousands . --date-column Datum --date-format DD.MM.YYYY \\
    --time-zone Europe/Berlin --skip-last 1 --save-config reconcile.json
  publisher-commerce reconcile november.csv --against Buchungen.csv \\
    --config reconcile.json
  publisher-commerce reconcile game-a.csv game-b.csv \\
    --against Buchungen.csv --config reconcile.json
`;

/** The flags of `reconcile`. */
export type ReconcileFlags = FlagsOf<typeof declareReconcile>;

/** `reconcile`: compares exported files with a finance system's file. */
export function declareReconcile(command: Command) {
  const compared = command
    .description("Compares exported files with a finance system's file, by id and currency.")
    .argument('<file...>', filesHelp)
    .requiredOption(
      '--against <file>',
      'file of the finance system: CSV, or a workbook (.xlsx); required, and repeated for each of several',
      parseList,
    )
    .addOption(currencyDigitsFlag)
    .option('--out <file>', 'write all differences and the totals to this file: CSV, or .xlsx')
    .option(
      '--config <file>',
      'read the flags below from this file; those of the command line take precedence',
    )
    .option('--save-config <file>', 'write the flags below to this file, for the next month')
    .option('--force', 'replace the files of --out and --save-config if they exist')
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .optionsGroup('What is compared:')
    .option('--id-column <column>', 'column of finance with the id; required')
    .option(
      '--id-pattern <expression>',
      "takes the id out of a text: its first group, as in 'ORD-(\\d+)'",
      parseText,
    )
    .option('--id-ignore-case', 'ids may differ in upper and lower case')
    .option(
      '--id-length <number>',
      'finance has the first characters of each id: 16, as in SAP',
      integerParser(1),
    )
    .option('--amount-column <column>', 'column with the amount; required without the next two')
    .option('--debit-column <column>', 'column with amounts to subtract')
    .option('--credit-column <column>', 'column with amounts to add')
    .option('--sign-column <column>', 'column that says which amounts are negative: those with --negative')
    .option('--currency-column <column>', 'column with the currency code (default: the only one of <file>)')
    .option('--currency <code>', 'currency of all amounts, or of rows whose column is empty', currencyCode)
    .option('--currency-in-amount', 'amounts have it: $9.99, CA$9.99, 9.99 EUR')
    .option('--date-column <column>', 'column with the date: compares the sums of each day')
    .addOption(oneOf('--match <field>', 'field of <file> with its id (default orderId)', matchFields))
    .addOption(oneOf('--our-amount <column>', 'money of <file>, or fees (default amount)', ourAmounts))
    .option('--negate', 'turn the sign of what finance has, such as fees that are booked negative')
    .option(
      '--tolerance <amount>',
      'difference of a sum that is none, in units of its currency: 0.01',
      parseText,
    )
    .option('--ledger-currency <codes>', 'only rows of <file> in these currencies: EUR,USD', currencies)
    .option('--ledger-type <types>', 'only rows of <file> of these types: paid,refund', types)
    .optionsGroup('The table of finance:');
  return addTableFlags(compared)
    .option('--skip-last <number>', 'rows after the table, such as totals', integerParser())
    .option('--no-header', 'the table has no row of names')
    .option(
      '--fill-down <column>',
      'an empty cell of this column has the value of the row above; repeatable, before --where',
      parseList,
    )
    .option(
      '--where <condition>',
      "rows to compare: 'account = 8400', 'order != \"\"'; all of several",
      parseList,
    )
    .optionsGroup('The amounts of finance:')
    .addOption(oneOf('--unit <unit>', 'major for 9.99, minor for 999 (default major)', ['major', 'minor']))
    .addOption(oneOf('--decimal <separator>', 'decimal separator (default .)', ['.', ',']))
    .addOption(
      oneOf('--thousands <separator>', 'separator of thousands (default: none)', thousandsSeparators),
    )
    .option(
      '--negative <form>',
      'trailing for 4.00-, parentheses for (4.00), angle-brackets for <4.00>, besides -4.00; or a word beside ' +
        'amounts or in --sign-column: DR, Soll, -; all of several',
      (value, before: string[] | undefined) => parseList(parseText(value), before),
    )
    .option(
      '--positive <word>',
      'the word of positive amounts, if there are several: CR; all of several',
      parseList,
    )
    .option('--symbol <text>', 'currency symbol or code before or after the number', parseText)
    .optionsGroup('The dates of finance:')
    .option(
      '--date-format <format>',
      'such as DD.MM.YYYY, "M/D/YYYY h:mm A", "de: DD. MMM YYYY", or excel for its numbers of days (default: ISO 8601)',
    )
    .option(
      '--time-zone <zone>',
      'zone of the days: Europe/Berlin, UTC+1 (default: that of the exports, else UTC)',
    )
    .addHelpText('after', more);
}

const currencies = commaListParser(/^[A-Z]{3}$/i, 'currency codes, such as EUR,USD');
const types = commaListParser(/./, 'types, such as paid,refund');

function currencyCode(value: string): string {
  if (/^[a-z]{3}$/i.test(value)) return value.toUpperCase();
  throw new InvalidArgumentError('must be a currency code, such as EUR');
}

function oneOf<Usage extends string, const Choices extends readonly string[]>(
  usage: Usage,
  description: string,
  choices: Choices,
) {
  return new Option(usage, description).choices(choices);
}
