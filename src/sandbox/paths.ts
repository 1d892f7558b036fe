/** Path of the index page. */
export const indexPath = '/';
/** Path of all checkout sessions. */
export const sessionsPath = '/sessions';
/** Path of the requests that the sandbox has kept. */
export const requestsPath = '/requests';
/** Path of the callbacks that the sandbox has sent. */
export const callbacksPath = '/callbacks';
/** Path of the events that keep the index page up to date. */
export const eventsPath = '/events';
/** Path of the OpenAPI document, which the index page links. */
export const openApiPath = '/openapi.json';
/** Path below which the control endpoint is; no operation of the service begins with it. */
export const controlPath = '/_sandbox/';
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

/** Whether a path belongs to the index page and what it links about itself; its requests are not logged. */
export function isOwnPath(target: string): boolean {
  const [path = ''] = target.split('?');
  const lists = [sessionsPath, requestsPath, callbacksPath];
  return [indexPath, eventsPath].includes(path) || lists.some((list) => `${path}/`.startsWith(`${list}/`));
}
