import { printable } from '../../../client/errors/printable.ts';
import { type LoadDifference, type LoadVerification, verifyLoad } from '../../../postgres/index.ts';
import type { Recount } from '../../../postgres/loads.ts';
import { wholeDays } from '../../../postgres/plan/plan-windows.ts';
import type { Comparison } from '../../../postgres/verify/load-verification.ts';
import { renderFirstDifferences } from '../../ledger-files/differences/difference-tables.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { counted, grouped } from '../../terminal/format.ts';
import { createOutput } from '../../terminal/output.ts';
import { maxShown, renderMore } from '../../terminal/terminal-table.ts';
import { describeLoadDifference, formatRowKey } from './describe-difference.ts';
import { explained } from './explain-error.ts';
import { sameTables, type TableFlags } from './load-output.ts';
import { connectToService, hashKeyOf, readDatabase } from './read-flags.ts';
import type { LoadVerifyFlags } from './table-flags.ts';

/** `load verify`: compares the table with itself, its receipts and the service. @throws CommandError */
export async function runLoadVerify(flags: LoadVerifyFlags): Promise<ExitCode> {
  const { print, say } = createOutput(flags);
  const verification = await explained(flags, async (signal) => {
    const target = readDatabase(flags, process.env);
    const { deep } = flags;
    const service = flags.online || deep ? connectToService(flags, process.env, say) : undefined;
    return await verifyLoad({ ...target, ...service, deep, hashKey: hashKeyOf(process.env), signal });
  });
  print(verification, renderLoadVerification(flags, verification), !verification.agrees);
  return verification.agrees ? exitCode.done : exitCode.different;
}

const comparisons: Readonly<Record<Comparison, string>> = {
  receipts: 'rows and sums of each day, currency and type, with the receipts of all jobs',
  columns: 'every column of each row, with the row as received',
  counts: 'the number of rows of each day, with the count of the service',
  rows: 'every row and column, with the rows that the service returns now',
};

/** Renders the result for a terminal. */
export function renderLoadVerification(flags: TableFlags, verification: LoadVerification): readonly string[] {
  const { ranges, rows, compared, differences, unlisted, acknowledged, recounts } = verification;
  const agrees = differences.length === 0;
  if (ranges.length === 0 && agrees) return ['There is nothing to verify: no load is planned yet'];
  const hasOthers = new Set(ranges.map(({ source }) => source)).size > 1;
  const result = agrees
    ? [
        `No difference: ${counted(rows, 'row')}`,
        ...ranges.map(
          ({ source, startDate, endDate, rows: inRange }) =>
            `  ${hasOthers ? `${source}, ` : ''}${startDate} to ${endDate}: ${counted(inRange, 'row')}`,
        ),
      ]
    : [
        'The table differs:',
        ...renderDays(flags, differences, hasOthers),
        ...renderCounted(flags, differences, hasOthers),
        ...renderFirstDifferences(differences, describeLoadDifference),
        ...(unlisted > 0 ? [`… and ${counted(unlisted, 'row')} that are not listed`] : []),
      ];
  const isOffline = !compared.includes('counts') && !compared.includes('rows');
  return [
    ...result,
    'Compared:',
    ...compared.map((comparison) => `  ${comparisons[comparison]}`),
    ...(isOffline ? ['Not compared with the service: see load verify --online and --deep'] : []),
    ...(acknowledged > 0
      ? [`Not listed: ${counted(acknowledged, 'alarm')} that the table acknowledgements has, with a note`]
      : []),
    ...recounts.map(renderRecount),
    ...renderMarked(verification),
  ];
}

/** Names the days whose rows or sums differ, and how to make them agree: a recount is of one source. */
function renderDays(
  flags: TableFlags,
  differences: readonly LoadDifference[],
  hasOthers: boolean,
): readonly string[] {
  const ofDays = differences.filter(({ day }) => day !== undefined);
  return [...Map.groupBy(ofDays, ({ source }) => source)].flatMap(([source = '', own]) => {
    const days = [...new Set(own.flatMap(({ day }) => day ?? []))].toSorted();
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const names = days.length <= maxShown ? days.join(', ') : `${days.length} days from ${first} to ${last}`;
    const end = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    const [of, flag] = hasOthers ? [` of ${source}`, ` --source ${source}`] : ['', ''];
    return [
      `  rows or sums of ${names}${of}. If rows were deleted from the table:`,
      `  ${sameTables(flags, `recount --start ${first} --end ${end}${flag}`)}`,
    ];
  });
}

/** How to store what the service has of the days whose counts differ. */
function renderCounted(
  flags: TableFlags,
  differences: readonly LoadDifference[],
  hasOthers: boolean,
): readonly string[] {
  const counted = differences.filter(({ what }) => what === 'totalCount');
  return [...Map.groupBy(counted, ({ source }) => source)].flatMap(([source = '', own]) => {
    const start = own.map(({ startDate = '' }) => startDate).toSorted()[0] ?? '';
    const end =
      own
        .map(({ endDate = '' }) => endDate)
        .toSorted()
        .at(-1) ?? '';
    const days = wholeDays({ startDate: start, endDate: end });
    const [from, to] = [days.startDate, days.endDate].map((date) => date.slice(0, 10));
    const [of, flag] = hasOthers ? [` of ${source}`, ` --source ${source}`] : ['', ''];
    return [
      `  other counts at the service${of}. To store what it has, then run load work:`,
      `  ${sameTables(flags, `plan --start ${from} --end ${to}${flag}`)}`,
    ];
  });
}

/** A recount in one line: what it found, which the receipts of its days have agreed with since. */
export function renderRecount({ load, startDate, endDate, rows, recountedAt }: Recount): string {
  const found =
    rows < 0
      ? `${counted(-rows, 'row')} had been missing from the table; those that the service has were stored again`
      : `the table had ${rows > 0 ? `${counted(rows, 'row')} more than` : 'other sums than'} its receipts`;
  return `Load ${load} recounted ${startDate} to ${endDate} at ${recountedAt}: ${found}`;
}

function renderMarked({ rows, rowsMarked, marked }: LoadVerification): readonly string[] {
  if (rowsMarked === 0) return [];
  const shown = marked.slice(0, maxShown);
  return [
    `Sums include ${grouped(rowsMarked)} of ${counted(rows, 'row')} that the last read did not find:`,
    ...shown.map(
      (row) =>
        `  ${formatRowKey(row)}: ${row.amount} ${printable(row.currencyCode, 60)} in the smallest unit, ` +
        `net ${row.publisherNetAmountUsd} US cents, since ${row.missingSince}`,
    ),
    ...renderMore(rowsMarked - shown.length),
  ];
}
