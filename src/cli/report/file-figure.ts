import { basename } from 'node:path';

import { MoneySums } from '../../ledger/money-sums.ts';
import { counted, formatRange } from '../format.ts';
import type { SummedFile } from '../verify/ledger-files.ts';
import { nameOf } from '../verify/source.ts';
import { type Figure, text } from './report-document.ts';
import type { Group, ReportTotals } from './report-totals.ts';
import { amounts, groupTable } from './tables.ts';

/** Returns what each of several files adds to the totals, with its source and its range. */
export function fileFigure(files: readonly SummedFile[], { byFile, total, zone }: ReportTotals): Figure {
  const receiptOf = ({ key }: Group) => files.find(({ file }) => file === key)?.receipt;
  const columnOf = (label: string, describe: (receipt: NonNullable<SummedFile['receipt']>) => string) => ({
    label,
    cellOf: (group: Group) => {
      const receipt = receiptOf(group);
      return text(receipt ? describe(receipt) : group.others ? '' : 'not known');
    },
  });
  return {
    id: 'files',
    title: 'By file',
    note: 'Each file is compared with its own receipt.',
    isOnSummary: true,
    table: groupTable({
      caption: counted(files.length, 'file'),
      first: { label: 'File' },
      columns: [
        columnOf('Source', nameOf),
        columnOf('Range', (receipt) => formatRange(receipt, zone)),
        ...amounts,
      ],
      groups: files.map(({ file }) => ({ key: file, sums: byFile.get(file) ?? new MoneySums() })),
      total,
      headOf: ({ key }) => text(basename(key)),
    }),
  };
}
