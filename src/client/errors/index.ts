export * from './api-error.ts';
export type * from './checkpoint.ts';
export type { ApiErrorReason, ErrorFamily } from './documented-errors.ts';
export type * from './entry-errors.ts';
export type { Issue } from './printable.ts';
export { type ErrorCode, type ErrorContext, type Outcome, PublisherError } from './publisher-error.ts';
export * from './request-errors.ts';
export * from './response-errors.ts';
