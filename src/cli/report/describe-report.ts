import { basename } from 'node:path';

import type { Receipt } from '../../ledger/receipt.ts';
import { grouped } from '../grouped.ts';
import { describeCards, describeCheck } from './describe-cards.ts';
import { describeRates } from './describe-rates.ts';
import { describeReceipt } from './describe-receipt.ts';
import { describeSections } from './describe-sections.ts';
import type { Notice, ReportDocument } from './report-document.ts';
import { type ReportTotals, unreadable } from './report-totals.ts';

/** What a report is made of. */
export interface ReportSource {
  /** Path or name of the file with the rows. */
  readonly file: string;
  readonly totals: ReportTotals;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
}

/** Returns the content of a report. The same file and receipt give the same report. */
export function describeReport({ file, totals, receipt }: ReportSource): ReportDocument {
  const days = totals.byDay.byKey().filter(({ key }) => key !== unreadable);
  const range = receipt && rangeOf(receipt);
  return {
    title: range === undefined ? 'Transactions' : `Transactions, ${range}`,
    subtitle: [
      basename(file),
      `${grouped(totals.total.rows)} rows`,
      receipt && `${shortDate(receipt.startDate)} up to, not including, ${shortDate(receipt.endDate)} (UTC)`,
      !receipt && days.length > 0 && `${days[0]?.key ?? ''} to ${days.at(-1)?.key ?? ''} (UTC)`,
    ]
      .filter((part) => typeof part === 'string')
      .join(' · '),
    notices: notices(receipt),
    cards: describeCards(totals.total),
    check: describeCheck(totals.total),
    rates: describeRates(totals.byType),
    sections: describeSections(totals, receipt),
    receipt: receipt ? describeReceipt(receipt) : [],
    exportedAt: receipt?.finishedAt,
  };
}

function notices(receipt: Receipt | undefined): readonly Notice[] {
  if (!receipt) {
    const text =
      'Not verified: there is no receipt beside the file, so nothing shows whether the file is complete or unchanged.';
    return [{ kind: 'warning', text }];
  }
  const sandbox = 'Sandbox data: these are not real transactions.';
  const unknown = receipt.unknownCurrencies.join(', ');
  return [
    receipt.complete
      ? {
          kind: 'ok',
          text: `Verified: the file has the SHA-256 of its receipt, every sum equals the receipt, and the export was complete.`,
        }
      : {
          kind: 'warning',
          text: receipt.changedWhileRead
            ? 'Incomplete: the data changed while it was read, so that transactions may be missing or repeated.'
            : 'Incomplete: the receipt says that the export does not contain every transaction of the range.',
        },
    ...(receipt.environment === 'sandbox' ? [{ kind: 'warning', text: sandbox } as const] : []),
    ...(unknown === ''
      ? []
      : [
          {
            kind: 'warning',
            text: `Currencies outside ISO 4217, shown in their smallest unit: ${unknown}.`,
          } as const,
        ]),
  ];
}

/** Returns "October 2026" for a UTC month, and otherwise the two dates. */
function rangeOf({ startDate, endDate }: Receipt): string {
  const start = new Date(startDate);
  const nextMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  const isMonth =
    start.toISOString().endsWith('-01T00:00:00.000Z') && nextMonth.getTime() === Date.parse(endDate);
  if (!isMonth) return `${startDate.slice(0, 10)} to ${endDate.slice(0, 10)}`;
  return start.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Leaves the time out at midnight. */
function shortDate(date: string): string {
  return date.replace('T00:00:00.000Z', '');
}
