import type { LeaseWait } from '../database/lease.ts';

/** A load to create. */
export interface LoadPlan extends LeaseWait {
  readonly kind: 'plan' | 'sync';
  readonly startDate: string;
  readonly endDate: string;
  readonly rowsPerJob: number;
  readonly limit: number;
  readonly baseUrl?: string | undefined;
}

/** A planned load. */
export interface PlannedLoad {
  /** Id of the load. */
  readonly load: number;
  readonly jobs: number;
  /** Rows in the range when it was planned. */
  readonly rows: number;
  /** Whether the range had an open load already, which is returned unchanged. */
  readonly existed: boolean;
}
