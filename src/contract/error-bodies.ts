import * as z from 'zod';

/** Body of a failed transaction report (§7.1). */
export const transactionReportErrorSchema = z.looseObject({
  /** HTTP status. */
  statusCode: z.int(),
  /** Name of the status, for example `Bad Request`. */
  error: z.string(),
  message: z.array(z.looseObject({ validationErrorNumber: z.int(), error: z.string() })),
  /** The request URL. */
  requestUrl: z.string(),
});

/** Body of a failed portal content call (§7.2). */
export const portalContentErrorSchema = z.looseObject({
  /** For example `NOT_FOUND`. */
  message: z.string(),
  /** Path template of the request. */
  requestUrl: z.string(),
  /** Description of the error. */
  body: z.string(),
});

/** Body of a failed price point call (§7.3). */
export const pricePointErrorSchema = z.looseObject({ message: z.string() });

/** Body of a personalization call that failed validation (§7.4). */
export const personalizationErrorSchema = z.looseObject({
  /** `Schema Validation Error`. */
  message: z.string(),
  requestUrl: z.string(),
  /** The failed validations. */
  body: z.string(),
});
