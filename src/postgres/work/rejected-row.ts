import { instantOf } from '../../api/instant.ts';

/** A row that cannot be stored. */
export interface RejectedRow {
  readonly reason: string;
  /** The row as received, as JSON. */
  readonly row: string;
  /** In UTC with microseconds; `null` if it cannot be read. */
  readonly timestamp: string | null;
  /** The database's clock before the page was requested. */
  readonly fetchedAt: string;
}

/** Returns a row as one that cannot be stored. */
export function toRejectedRow(row: unknown, reason: string, fetchedAt: string): RejectedRow {
  return { reason, row: JSON.stringify(row), timestamp: toMicroseconds(instantOfRow(row)), fetchedAt };
}

/** Returns the time of a row, valid or not, as a receipt reads it; `NaN` if it cannot be read. */
export function instantOfRow(row: unknown): number {
  return instantOf(typeof row === 'object' && row !== null && 'timestamp' in row ? row.timestamp : undefined);
}

/** Returns a time as PostgreSQL reads it. */
function toMicroseconds(instant: number): string | null {
  if (Number.isNaN(instant)) return null;
  const milliseconds = Math.floor(instant / 1000);
  const iso = new Date(milliseconds).toISOString();
  if (!/^(?!0000)\d{4}-/.test(iso)) return null;
  return `${iso.slice(0, -1)}${String(instant - milliseconds * 1000).padStart(3, '0')}Z`;
}
