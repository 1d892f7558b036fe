/**
 * A local implementation of the whole API, for tests and development.
 *
 * @module publisher-commerce/sandbox
 */
export { createSandbox, type Sandbox, type SandboxClientOptions } from './create-sandbox.ts';
export { fakeTransactions, type TransactionOverrides } from './fakes/fake-transactions.ts';
export { paginate, type PaginateOptions } from './fakes/paginate.ts';
export type { SandboxLedger } from './ledger/shape.ts';
export type {
  BrokenResponsePlan,
  ErrorResponsePlan,
  Fault,
  FaultPlan,
  FaultTiming,
} from './operations/faults/fault-plan.ts';
export type { CheckoutPriceUnit, LedgerPeriod, SandboxOptions } from './options.ts';
export type { GameAuthCallOptions, GameAuthOutcome } from './outbound/game-auth.ts';
export { PurchaseError, type Purchases } from './purchases/purchases.ts';
export type { HandledRequest } from './requests/request-log.ts';
export type { ListenOptions, SandboxServer } from './server/listen.ts';
export { DataFileError } from './store/data-file.ts';
export type { PaymentAttempt, PurchaseState, StoredSession } from './store/session.ts';
export type { SandboxState } from './store/show-state.ts';
export type {
  Delivery,
  PersonalizationEvent,
  StoredCoupon,
  StoredPricePoint,
  StoredPromoCode,
} from './store/tables.ts';
