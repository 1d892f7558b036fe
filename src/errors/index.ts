export type { Checkpoint, CheckpointInput, CheckpointWindow } from './checkpoint.ts';
export type { ErrorCode } from './error-code.ts';
export type { Issue } from './issue.ts';
export { type ErrorContext, type Outcome, PublisherError } from './publisher-error.ts';
export { ConfigurationError, InvalidAmountError, InvalidRequestError } from './request-errors.ts';
export {
  ApiError,
  type ApiErrorInit,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from './api-error.ts';
export type {
  ApiErrorDetails,
  ApiErrorReason,
  PersonalizationErrorDetails,
  PortalContentErrorDetails,
  PricePointErrorDetails,
  TransactionReportErrorDetails,
  TransactionReportErrorMessage,
  UnknownErrorDetails,
} from './api-error-details.ts';
export { CallbackError, type CallbackErrorContext, type CallbackErrorReason } from './callback-error.ts';
export { ConnectionError, RedirectError, TimeoutError } from './connection-errors.ts';
export {
  MalformedResponseError,
  PaginationError,
  type ResponseErrorContext,
  ResponseTooLargeError,
  ResponseValidationError,
} from './response-errors.ts';
