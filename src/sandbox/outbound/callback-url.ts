import * as z from 'zod';

/** The URL of an endpoint of the publisher. */
export const callbackUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});
