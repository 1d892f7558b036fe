/**
 * The ledger in PostgreSQL: loads of transactions, done by any number of workers, each job exactly once.
 *
 * @module publisher-commerce/postgres
 */
export { DatabaseError, type DatabaseErrorReason } from './database/database-error.ts';
export type { DatabaseConfig, LedgerDatabaseOptions } from './database/database-option.ts';
export type { LeaseHolder } from './database/lease.ts';
export type { LoadClient } from './options.ts';
export type { PlannedLoad } from './plan/load-plan.ts';
export { planLoad, type PlanLoadOptions } from './plan/plan-load.ts';
export type { FailedJob, JobData } from './queue/job.ts';
export { workLoad, type WorkLoadOptions } from './work/work-load.ts';
export type { WorkProgress, WorkResult } from './work/work-result.ts';
export type { LoadProgress, LoadStatus, WorkerStatus } from './status/load-progress.ts';
export { loadStatus, type LoadStatusOptions } from './status/load-status.ts';
export { syncLoad, type SyncLoadOptions, type SyncResult } from './sync/sync-load.ts';
export type {
  Comparison,
  LoadDifference,
  LoadVerification,
  MissingRow,
  VerifiedRange,
} from './verify/load-verification.ts';
export { verifyLoad, type VerifyLoadOptions } from './verify/verify-load.ts';
