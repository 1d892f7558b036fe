/** Path of the checkout page with the session in the query: that of the deprecated `url`. */
export const checkoutPath = '/checkout';
/** Name of the query parameter for the session. */
export const sessionParameter = 'session';

/** Path of a session's page, as in `parsedUrl`. */
export function sessionPath(checkoutSessionToken: string): string {
  return `${checkoutPath}/${encodeURIComponent(checkoutSessionToken)}`;
}

/** Path of the receipt of a paid session. */
export function receiptPath(checkoutSessionToken: string): string {
  return `${sessionPath(checkoutSessionToken)}/receipt`;
}
