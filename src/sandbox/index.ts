/**
 * A local implementation of the whole API, for tests and development.
 *
 * @module publisher-commerce/sandbox
 */
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { fakeTransactions, type TransactionOverrides } from './fakes/fake-transactions.ts';
export { paginate, type PaginateOptions } from './fakes/paginate.ts';
export type { Fault, FaultPlan, PlannedFault } from './operations/faults/fault.ts';
export type { SandboxOptions } from './options.ts';
export { PurchaseError, type Purchases } from './purchases/purchases.ts';
export type { HandledRequest } from './requests/request-log.ts';
export type { SandboxServer } from './server/listen.ts';
export { DataFileError } from './store/data-file.ts';
export type { SandboxState } from './store/show-state.ts';
