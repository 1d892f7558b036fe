import type { WriteSheet } from 'hucre/xlsx';

import type { LedgerFile } from '../../../ledger-files/open-ledger.ts';
import { describeAgreement, describeExport, warningsOf } from '../../../ledger-files/receipt-file.ts';
import { describeGaps } from '../../../ledger-files/several/gaps.ts';
import {
  type Entry,
  headEntry,
  onePage,
  type Row,
  sheetOf,
  textEntry,
} from '../../../tables/workbook-cells.ts';
import { grouped } from '../../../terminal/format.ts';
import {
  countLeftOut,
  describeDays,
  describeRows,
  describeTolerated,
  renderNotCompared,
  renderResult,
  settingsOf,
} from './render-summary.ts';
import type { Summary } from './summary.ts';

/** Returns what was compared, and how, as a sheet: labels and values. */
export function evidenceSheet(summary: Summary, ledgers: readonly LedgerFile[]): WriteSheet {
  const { finance, settings } = summary;
  const rows: readonly Row[] = [
    heading('Result'),
    line('Compared at', summary.comparedAt),
    line('Version of publisher-commerce', summary.packageVersion),
    line('Equal sums by id and currency', grouped(summary.equal)),
    ...[
      renderResult(summary),
      ...describeTolerated(summary).map((line) => line.trim()),
      ...describeDays(summary, ledgers),
      ...renderNotCompared(summary),
      ...countLeftOut(summary),
      ...describeGaps(ledgers),
    ].map((result) => line('Result', result)),
    ...ledgers.flatMap(({ receipt }, index) => {
      const file = summary.ledger[index];
      if (!file) return [];
      const warnings = warningsOf(receipt);
      const verified = receipt && warnings.length === 0 ? [`Verified: ${describeAgreement(receipt)}.`] : [];
      return [
        heading('Ledger'),
        line('File', file.file),
        line('SHA-256', file.sha256),
        ...(receipt ? [line('Export', describeExport(receipt))] : []),
        ...(receipt
          ? [line('Start, included', receipt.startDate), line('End, excluded', receipt.endDate)]
          : []),
        ...[...verified, ...warnings].map((state) => line('State', state)),
        line('Rows', describeRows(file, settings)),
      ];
    }),
    ...finance.flatMap((file) => [
      heading('Finance'),
      line('File', file.file),
      line('SHA-256', file.sha256),
      line('Rows', describeRows(file, settings)),
    ]),
    heading('Settings'),
    ...settingsOf(summary).map(([flag, value]) => line(flag, value)),
  ];
  return sheetOf('Evidence', rows, { pageSetup: { ...onePage, orientation: 'portrait' } });
}

function heading(label: string): Row {
  return [headEntry(label, false), headEntry('', false)];
}

function line(label: string, value: string): Row {
  return [textEntry(label), wrapped(value)];
}

/** Sentences are longer than a column is wide. */
function wrapped(value: string): Entry {
  const entry = textEntry(value);
  return { ...entry, style: { ...entry.style, alignment: { vertical: 'top', wrapText: true } } };
}
