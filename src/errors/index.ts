export type {
  Checkpoint,
  CheckpointBorder,
  CheckpointInput,
  CheckpointWindow,
  Issue,
  Outcome,
} from './outcome.ts';
export type { ErrorCode } from './error-code.ts';
export { type ErrorContext, PublisherError } from './publisher-error.ts';
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
