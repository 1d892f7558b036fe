export type { Checkpoint, CheckpointBorder, CheckpointWindow } from './checkpoint.ts';
export type { Issue } from './printable.ts';
export { type ErrorCode, type ErrorContext, type Outcome, PublisherError } from './publisher-error.ts';
export { ConfigurationError, InvalidAmountError, InvalidRequestError } from './request-errors.ts';
export {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorInit,
  type ApiErrorReason,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PayloadTooLargeError,
  type PersonalizationErrorDetails,
  type PortalContentErrorDetails,
  type PricePointErrorDetails,
  RateLimitError,
  ServerError,
  type TransactionReportErrorDetails,
  type TransactionReportErrorMessage,
  UnauthorizedError,
  type UnknownErrorDetails,
} from './api-error.ts';
export {
  ConnectionError,
  MalformedResponseError,
  PaginationError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  TimeoutError,
} from './response-errors.ts';
