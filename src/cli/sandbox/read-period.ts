import type { LedgerPeriod } from '../../sandbox/options.ts';
import { readTime } from '../flags.ts';
import { UsageError } from '../command-error.ts';

/**
 * Reads `--period START/END`, an ISO 8601 interval that excludes its end; `undefined` if the flag is missing.
 *
 * @throws UsageError with the rule that it breaks.
 */
export function readPeriod(value: string | undefined): LedgerPeriod | undefined {
  if (value === undefined) return undefined;
  const [start, end, ...others] = value.split('/');
  // The other forms of ISO 8601, such as a start with a duration, would need a calendar.
  if (!start || !end || others.length > 0) {
    throw new UsageError('--period: must be START/END, two dates or times: 2025-10-01/2026-11-01');
  }
  const period = { start: readTime('--period: START', start), end: readTime('--period: END', end) };
  if (Date.parse(period.end) <= Date.parse(period.start)) {
    throw new UsageError('--period: END must be after START; it is excluded');
  }
  return period;
}
