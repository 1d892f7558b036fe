/**
 * The client, its errors and types, and the money helpers.
 *
 * @module publisher-commerce
 */
export { PublisherClient } from './client.ts';
export type * from './client.ts';
export type { Environment, TokenFunction, TokenRequest } from './options/environment.ts';
export type { ClientOptions } from './options/client-options.ts';
export type { ClientOverrides } from './options/client-overrides.ts';
export type { FetchFunction } from './options/fetch.ts';

export type { OpenEnum } from './api/fields.ts';
export type { DateTimeInput } from './api/input.ts';
export type { OperationName } from './api/operation-name.ts';
export { utcDay, utcMonth, type UtcRange } from './api/utc-range.ts';
export type { Schema } from './api/operation.ts';
export type { DriftEvent } from './validation/validation.ts';

export {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorReason,
  BadRequestError,
  type CallbackErrorReason,
  type Checkpoint,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  type DatabaseErrorReason,
  type ErrorCode,
  type ErrorContext,
  ForbiddenError,
  InvalidAmountError,
  InvalidRequestError,
  type Issue,
  MalformedResponseError,
  NotFoundError,
  type Outcome,
  PaginationError,
  PayloadTooLargeError,
  type PersonalizationErrorDetails,
  type PortalContentErrorDetails,
  type PricePointErrorDetails,
  RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
  type TransactionReportErrorDetails,
  type TransactionReportErrorMessage,
  UnauthorizedError,
  type UnknownErrorDetails,
} from './errors/index.ts';
export {
  type CurrencyDigits,
  formatAmount,
  type FormatAmountOptions,
  minorUnitDigits,
  type MoneyOptions,
  toMajorUnits,
  toMinorUnits,
} from './money/index.ts';

export { isPublisherError, PublisherError } from './resources/error-union.ts';
export type { CustomRequest } from './resources/custom-request.ts';
export { PricePointDiffersError } from './resources/ensure-price-point.ts';
export type { InvalidRowEvent, TransactionListQuery } from './resources/transaction-list.ts';

export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './options/hooks.ts';
export type { Logger, LogLevel } from './options/logger.ts';
export type { CallOptions, RetryOptions } from './options/call-options.ts';
export type { Paginator } from './pagination/paginator.ts';
export type {
  PaginationProgress,
  TransactionPage,
  TransactionPaginator,
} from './pagination/transaction-page.ts';
