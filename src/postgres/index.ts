/**
 * The ledger in PostgreSQL: loads of transactions, done by any number of workers, each job exactly once.
 *
 * @module publisher-commerce/postgres
 */
export { acknowledgeAlarms, type AcknowledgeAlarmsOptions, type Alarm, type AlarmKind } from './alarms.ts';
export type { DatabaseErrorReason } from '../client/errors/index.ts';
export { DatabaseError } from './database/database-error.ts';
export type { Repair } from './database/check-keys.ts';
export type { LedgerDatabaseOptions } from './database/database-options.ts';
export type { LeaseHolder } from './database/lease.ts';
export type { PlannedLoad } from './plan/create-load.ts';
export { eraseLoad, type EraseLoadOptions, type EraseResult } from './erase/erase-load.ts';
export { planLoad, type PlanLoadOptions } from './plan/plan-load.ts';
export { workLoad, type WorkLoadOptions } from './work/work-load.ts';
export type { WorkProgress, WorkResult } from './work/worker.ts';
export { type LoadProgress, type LoadStatus, loadStatus, type LoadStatusOptions } from './load-status.ts';
export { recountLoad, type RecountLoadOptions, type RecountResult } from './recount-load.ts';
export { syncLoad, type SyncLoadOptions, type SyncResult } from './sync-load.ts';
export type { LoadDifference, LoadVerification } from './verify/load-verification.ts';
export { verifyLoad, type VerifyLoadOptions } from './verify/verify-load.ts';
