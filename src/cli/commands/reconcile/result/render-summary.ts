import { printable } from '../../../../client/errors/printable.ts';
import { flagOf } from '../../../flags/flags.ts';
import type { LedgerFile } from '../../../ledger-files/open-ledger.ts';
import { describeExport } from '../../../ledger-files/receipt-file.ts';
import { counted, grouped, listed } from '../../../terminal/format.ts';
import { renderMore } from '../../../terminal/terminal-table.ts';
import { utc } from '../../../terminal/time-zone.ts';
import { differenceKinds, differenceLabel, hasEqualSums } from '../sums/difference.ts';
import type { Summary } from './summary.ts';

/** Renders the numbers of a reconciliation for a terminal. */
export function renderSummary(summary: Summary, ledgers: readonly LedgerFile[]): readonly string[] {
  const { ledger, finance, settings, equal, totals } = summary;
  const { match, ourAmount, tolerance } = settings;
  return [
    ...ledger.flatMap((file, index) => [
      `${file.file}: ${describeRows(file, settings)}, ${ourAmount} by ${match}`,
      describeLedger(file.sha256, ledgers[index]),
    ]),
    ...finance.flatMap((file) => [
      `${file.file}: ${describeRows(file, settings)}`,
      `  SHA-256 ${file.sha256}${describeCopy(file, finance)}`,
    ]),
    ...describeWorkbook(summary),
    ...describeDays(summary, ledgers),
    `Equal sums by id and currency: ${grouped(equal)}${tolerance === undefined ? '' : `, with a tolerance of ${tolerance}`}`,
    ...describeTolerated(summary),
    `Equal totals by currency: ${grouped(totals.filter(hasEqualSums).length)}`,
    renderResult(summary),
    ...renderNotCompared(summary),
    ...renderLeftOut(summary),
  ];
}

/** Says that another file before it has the same rows, which count twice: weekly files are mixed up easily. */
function describeCopy(file: Summary['finance'][number], finance: Summary['finance']): string {
  const first = finance.find(({ sha256 }) => sha256 === file.sha256);
  return file.rows === 0 || first === undefined || first === file
    ? ''
    : `: a copy of ${first.file}, so its rows count twice`;
}

function describeLedger(sha256: string, ledger: LedgerFile | undefined): string {
  const description = ledger?.receipt && `${describeExport(ledger.receipt)}, `;
  return `  ${description ?? ''}SHA-256 ${sha256}`;
}

/** Returns the rows of a file: `31 of 120 rows (left out: 89 by --ledger-currency USD)`. */
export function describeRows(
  { rows, compared, leftOut }: Pick<Summary['finance'][number], 'rows' | 'compared' | 'leftOut'>,
  settings: Summary['settings'],
): string {
  const parts = Object.entries(leftOut).flatMap(([name, count]) =>
    count > 0
      ? [`${grouped(count)} by ${flagOf(name)} ${valueOf(settings[name as keyof typeof settings])}`]
      : [],
  );
  if (parts.length === 0) return `${grouped(rows)} rows`;
  return `${grouped(compared)} of ${grouped(rows)} rows (left out: ${parts.join(', ')})`;
}

/** Says what a reader of the workbook does not see, or not as it is compared. */
function describeWorkbook({
  workbook: { hidden, merged, filled, hiddenSheets },
}: Summary): readonly string[] {
  const parts = [
    ...(hidden > 0 ? [`${grouped(hidden)} are hidden`] : []),
    ...(merged > 0 ? [`${grouped(merged)} have the value of a merged cell`] : []),
    ...(filled > 0 ? [`${grouped(filled)} have a value of the row above`] : []),
  ];
  return [
    ...(parts.length === 0 ? [] : [`  Of these rows, ${parts.join(', ')}`]),
    ...(hiddenSheets.length === 0
      ? []
      : [
          `  Hidden, and not read: ${listed(
            hiddenSheets.map((sheet) => printable(sheet, 100)),
            maxSheets,
          )}`,
        ]),
  ];
}

const maxSheets = 5;

/** Rows to name. */
const maxLeftOut = 20;

/** Says how many rows with an amount are left out: those with an id look like bookings, and without it may be some. */
export function countLeftOut({ leftOutRows: { sums, rows, withoutId } }: Summary): readonly string[] {
  const flags = [...new Set(rows.map(({ by }) => flagOf(by)))].join(' and ');
  const line = (head: string, own: typeof sums): readonly string[] => {
    const total = own.reduce((count, sum) => count + sum.rows, 0);
    const amounts = own.map(({ amount, currency }) => `${grouped(amount)} ${printable(currency, 10)}`);
    return total === 0 ? [] : [`${head}: ${counted(total, 'row')}, ${listed(amounts, maxCurrencies)}`];
  };
  return [
    ...line('Left out, with an amount and no id', withoutId),
    ...line(`Left out by ${flags}, with an id and an amount`, sums),
  ];
}

/** Names rows that are left out and look like bookings. */
function renderLeftOut(summary: Summary): readonly string[] {
  const { sums, rows } = summary.leftOutRows;
  const total = sums.reduce((count, sum) => count + sum.rows, 0);
  return [
    ...countLeftOut(summary),
    ...rows
      .slice(0, maxLeftOut)
      .map(
        ({ id, amount, currency, row, isInLedger }) =>
          `  ${row}: ${printable(id, 100)}, ${grouped(amount)} ${printable(currency, 10)}${isInLedger ? ', whose id the export has' : ''}`,
      ),
    ...renderMore(total - Math.min(total, maxLeftOut)).map((line) => `  ${line}`),
  ];
}

/** Says how much the tolerance has let pass. */
export function describeTolerated({ tolerated }: Summary): readonly string[] {
  const parts = tolerated.map(
    ({ currency, sums, amount }) =>
      `${counted(sums, 'sum')} by ${grouped(amount)} ${printable(currency, 10)}`,
  );
  return parts.length === 0 ? [] : [`  Only by the tolerance: ${listed(parts, maxCurrencies)}`];
}

/** Says which zone the compared days are in, and why. */
export function describeDays(
  { daysIn, settings }: Summary,
  ledgers: readonly LedgerFile[],
): readonly string[] {
  if (daysIn === null) return [];
  if (settings.timeZone !== undefined) return [`Days in ${daysIn}`];
  const zones = new Set(ledgers.map(({ receipt }) => receipt?.timeZone ?? utc.name));
  return zones.size > 1
    ? [`Days in ${daysIn}, since the exports are of several zones: --time-zone names one`]
    : [`Days in ${daysIn}, those of the export`];
}

/** Returns each setting that is in force as a flag and its value. */
export function settingsOf({ settings, currencyDigits }: Summary): readonly (readonly [string, string])[] {
  return Object.entries({
    ...settings,
    currencyDigits: Object.entries(currencyDigits).map((one) => one.join('=')),
  })
    .filter(([name, value]) => name !== 'version' && value !== undefined && valueOf(value) !== '')
    .map(([name, value]) =>
      name === 'header' ? ['--no-header', valueOf(!value)] : [flagOf(name), valueOf(value)],
    );
}

function valueOf(value: Summary['settings'][keyof Summary['settings']]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const values = [value ?? ''].flat().map(String);
  return printable(values.map((one) => (/[\s,]/.test(one) ? `'${one}'` : one)).join(', '));
}

/** Returns how many differences there are, in words. */
export function renderResult({ isEmpty, counts, different }: Summary): string {
  if (isEmpty)
    return 'Nothing was compared: conditions leave out every row. Check --ledger-currency, --ledger-type and --where';
  const kinds = differenceKinds
    .filter((what) => counts[what] > 0)
    .map((what) => `${grouped(counts[what])} ${differenceLabel(what)}`);
  return `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

/** Names the currencies that are in neither comparison: one that is new would be skipped every month. */
export function renderNotCompared({ leftOut }: Summary): readonly string[] {
  const parts = leftOut
    .filter(({ compared, ledger_rows }) => !compared && ledger_rows > 0)
    .map(
      ({ currency, ...rows }) =>
        `${printable(currency, 10)} (${grouped(rows.ledger_rows)}, ${grouped(rows.finance_rows)})`,
    );
  return parts.length === 0
    ? []
    : [`Currencies that are not compared, with rows of ledger and finance: ${listed(parts, maxCurrencies)}`];
}

/** More than any service has. */
const maxCurrencies = 200;
