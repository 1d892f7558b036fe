import * as z from 'zod';

import type { TransactionReportErrorMessage } from '../errors/index.ts';
import { responseObject, withTypeName } from './fields.ts';

/** A numbered message of a failed transaction report (§7.1). */
export const transactionReportErrorMessageSchema = responseObject({
  /** Number of the message; its values are not documented. */
  validationErrorNumber: z.int(),
  /** The documented message. */
  error: z.string(),
});

/** Body of a failed transaction report (§7.1). */
export const transactionReportErrorSchema = responseObject({
  /** HTTP status. */
  statusCode: z.int(),
  /** Name of the status, for example `Bad Request`. */
  error: z.string(),
  /** The numbered messages, in order. */
  message: z.array(withTypeName<TransactionReportErrorMessage>(transactionReportErrorMessageSchema)),
  /** The request URL. */
  requestUrl: z.string(),
});

/** Body of a failed portal content call (§7.2). */
export const portalContentErrorSchema = responseObject({
  /** For example `NOT_FOUND`. */
  message: z.string(),
  /** Path template of the request. */
  requestUrl: z.string(),
  /** Description of the error. */
  body: z.string(),
});

/** Body of a failed price point call (§7.3). */
export const pricePointErrorSchema = responseObject({
  /** Description of the error. */
  message: z.string(),
});

/** Body of a personalization call that failed validation (§7.4). */
export const personalizationErrorSchema = responseObject({
  /** `Schema Validation Error`. */
  message: z.string(),
  /** Request URL, as the service received it. */
  requestUrl: z.string(),
  /** The failed validations. */
  body: z.string(),
});
