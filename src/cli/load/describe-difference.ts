import { printable } from '../../errors/printable.ts';
import type { LoadDifference } from '../../postgres/index.ts';

/** Strings of the service are untrusted, and may be long. */
const maxLength = 60;

/** Describes a difference that is not one of sums, in a line. */
export function describeDifference(difference: LoadDifference): string {
  const { what, load = '', job = '', startDate = '', endDate = '', expected, found } = difference;
  switch (what) {
    case 'unfinished':
      return `load ${load}: ${found} of ${expected} jobs are done`;
    case 'commits':
      return `load ${load}: expected ${expected} commits, found ${found}`;
    case 'counted':
      return `job ${job} of load ${load}: the service counted ${expected} rows, and returned ${found}`;
    case 'changed_while_read':
      return `job ${job} of load ${load}: its window changed while it was read: load it again once its range has ended`;
    case 'quarantined':
      return `load ${load}: rows in quarantine: ${found}`;
    case 'totalCount':
      return `${startDate} to ${endDate}: the service counts ${expected} rows, the table has ${found}`;
    case 'unread':
      return `${startDate} to ${endDate}: the service returned no complete list: ${found}`;
    case 'added':
      return `${describeRow(difference)}: the table does not have it`;
    case 'missing':
      return `${describeRow(difference)}: the service no longer has it`;
    case 'returned':
      return `${describeRow(difference)}: marked as missing, but the service has it`;
    default:
      return describeContents(difference);
  }
}

/** The key of a row. */
export function describeRow({
  timestamp = '',
  type = '',
  transactionId = '',
}: Pick<LoadDifference, 'timestamp' | 'type' | 'transactionId'>): string {
  return [timestamp, type, transactionId].map((part) => printable(part, maxLength)).join(' ');
}

function describeContents({ what, fields = [], expected, found, ...row }: LoadDifference): string {
  const other = what === 'columns' ? 'the row as received' : 'the service';
  const [one, two] = [found, expected].map((values) => printable(values, 2 * maxLength));
  return `${describeRow(row)}: ${fields.join(', ')}: ${one ?? ''}; ${other} has ${two ?? ''}`;
}
