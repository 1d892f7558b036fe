/**
 * The ledger in PostgreSQL: loads of transactions, done by any number of workers, each job exactly once.
 *
 * @module publisher-commerce/postgres
 */
export { DatabaseError, type DatabaseErrorReason } from './database/database-error.ts';
export type { DatabaseConfig, LedgerDatabaseOptions } from './database/database-option.ts';
export type { LoadClient } from './options.ts';
export { planLoad, type PlanLoadOptions, type PlannedLoad } from './plan/plan-load.ts';
export type { FailedJob, JobData } from './queue/job.ts';
export { workLoad, type WorkLoadOptions, type WorkProgress, type WorkResult } from './work/work-load.ts';
export {
  loadStatus,
  type LoadProgress,
  type LoadStatus,
  type LoadStatusOptions,
  type WorkerStatus,
} from './status/load-status.ts';
export { syncLoad, type SyncLoadOptions, type SyncResult } from './sync/sync-load.ts';
export {
  type LoadDifference,
  type LoadVerification,
  type VerifiedRange,
  verifyLoad,
  type VerifyLoadOptions,
} from './verify/verify-load.ts';
