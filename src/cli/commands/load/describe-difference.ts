import { printable } from '../../../client/errors/printable.ts';
import type { LoadDifference } from '../../../postgres/index.ts';
import { maxCellLength } from '../../terminal/terminal-table.ts';

/** What to do about rows in quarantine. */
export const quarantineAdvice =
  'the table quarantine says why: report them to the service, then load their range again';

/** Describes a difference between the tables and their receipts, or the service, in one line. */
export function describeLoadDifference(difference: LoadDifference): string {
  if (difference.timestamp !== undefined) return describeRow(difference);
  return difference.startDate === undefined ? describeJob(difference) : describePart(difference);
}

/** Names a row by its key. */
export function formatRowKey({
  timestamp = '',
  type = '',
  transactionId = '',
}: Pick<LoadDifference, 'timestamp' | 'type' | 'transactionId'>): string {
  return [timestamp, type, transactionId].map((part) => printable(part, maxCellLength)).join(' ');
}

function describeRow({ what, fields = [], expected, found, ...row }: LoadDifference): string {
  const name = formatRowKey(row);
  if (what === 'added') return `${name}: the table does not have it`;
  if (what === 'missing') return `${name}: the service no longer has it`;
  if (what === 'returned') return `${name}: marked as missing, but the service has it`;
  const other = what === 'columns' ? 'the row as received' : 'the service';
  const [one = '', two = ''] = [found, expected].map((values) => printable(values, 2 * maxCellLength));
  return `${name}: ${fields.join(', ')}: ${one}; ${other} has ${two}`;
}

/** A part of a range at the service. */
function describePart({ what, startDate = '', endDate = '', expected, found }: LoadDifference): string {
  return what === 'unread'
    ? `${startDate} to ${endDate}: the service returned no complete list: ${found}`
    : `${startDate} to ${endDate}: the service counts ${expected} rows, the table has ${found}`;
}

function describeJob({ what, table = '', load = 0, job = 0, expected, found }: LoadDifference): string {
  if (what === 'key') return `${table} ${found}: run ${expected};`;
  if (what === 'unfinished') return `load ${load}: ${found} of ${expected} jobs are done`;
  if (what === 'commits') return `load ${load}: expected ${expected} commits, found ${found}`;
  if (what === 'quarantined') return `load ${load}: rows in quarantine: ${found}; ${quarantineAdvice}`;
  return what === 'counted'
    ? `job ${job} of load ${load}: the service counted ${expected} rows, and returned ${found}`
    : `job ${job} of load ${load}: its window changed while it was read: load it again once its range has ended`;
}
