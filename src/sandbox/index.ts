/**
 * A local implementation of the whole API, for tests and development. Requires msw.
 *
 * @module publisher-commerce/sandbox
 */
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { fakeTransactions, type TransactionOverrides } from './fakes/fake-transactions.ts';
export { paginate, type PaginateOptions } from './fakes/paginate.ts';
export type {
  ConnectionFaultPlan,
  Fault,
  FaultPlan,
  FaultTarget,
  FaultTiming,
  NoErrorResponse,
  NullFieldPlan,
  PageFault,
  PageFaultPlan,
  ReasonPlan,
  StatusPlan,
} from './faults/fault-plan.ts';
export type { HandledRequest, ListenOptions, SandboxServer } from './http/listen.ts';
export type { SandboxLedger, SandboxPeriod } from './ledger/sandbox-ledger.ts';
export type { LedgerPeriod, SandboxOptions } from './options.ts';
export type { GameAuthCallOptions, GameAuthOutcome } from './outbound/game-auth.ts';
export { PurchaseError } from './purchases/purchase-error.ts';
export type { Purchases } from './purchases/purchases.ts';
export { DataFileError } from './state/data-file-error.ts';
export type { SandboxState } from './state/show-state.ts';
export type {
  Delivery,
  DeliveryFailure,
  DeliveryResponse,
  PersonalizationEvent,
  PurchaseState,
  StoredPricePoint,
  StoredPromoCode,
  StoredSession,
} from './state/tables.ts';
