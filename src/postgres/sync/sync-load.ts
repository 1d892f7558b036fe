import type { DateTimeInput } from '../../contract/input-fields.ts';
import type { LoadVerification } from '../verify/verify-load.ts';
import type { PlannedLoad } from '../plan/plan-load.ts';
import type { WorkLoadOptions, WorkResult } from '../work/work-load.ts';

/** Options of {@link syncLoad}. */
export interface SyncLoadOptions extends Omit<WorkLoadOptions, 'load'> {
  /** Start of the first load. @defaultValue none: required if there is no load yet, and ignored otherwise */
  readonly startDate?: DateTimeInput | undefined;
  /** End of the load, excluded. @defaultValue now */
  readonly endDate?: DateTimeInput | undefined;
  /** How far to go back before the end of the last load, in milliseconds, for rows that come late. @defaultValue 24 hours */
  readonly lookBack?: number | undefined;
  /** About how many rows a job has, 1 to 1 000 000. @defaultValue `10_000` */
  readonly rowsPerJob?: number | undefined;
  /** Rows per page, 1 to 10 000. @defaultValue `5000` */
  readonly limit?: number | undefined;
}

/** What a sync did. */
export interface SyncResult {
  /** `busy`: another sync is running, and nothing was done. */
  readonly state: 'done' | 'busy';
  /** The load that it planned; `null` if it is busy, or nothing is new. */
  readonly planned: PlannedLoad | null;
  readonly work: WorkResult | null;
  readonly verification: LoadVerification | null;
}

/** Loads what is new. */
export function syncLoad(_options: SyncLoadOptions): Promise<SyncResult> {
  throw new Error('not yet');
}
