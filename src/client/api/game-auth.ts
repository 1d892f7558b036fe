import * as z from 'zod';

import { dateTime, mayBeMissing, responseObject, stringLike } from './fields.ts';
import { inputObject } from './input-object.ts';

/** The request that the service sends when a player logs in to the web store (§4.14). */
export const gameAuthRequestSchema = responseObject({
  /** `DESKTOP` for PCs and laptops; any other string is a phone, because the mobile value is not documented. */
  device: mayBeMissing(stringLike<'DESKTOP'>()),
  /** When the player logged in: documented as ISO 8601, and passed through exactly as the service sent it. */
  date: dateTime(),
});

/** The request that the service sends when a player logs in to the web store (§4.14). */
export interface GameAuthRequest extends z.output<typeof gameAuthRequestSchema> {}

const deepLinkRule = 'must be a URL of any scheme, for example mygame://auth?session=1';
const accessTokenRule = 'is required, and must be a string that is not blank';

/** The publisher's response to a {@link GameAuthRequest}: these fields and no others (§4.14). */
export const gameAuthResponseSchema = inputObject(
  '{ accessToken: "token-of-the-player", deepLink: "mygame://auth?session=1" }',
  {
    /** Where the player is redirected into the game for authentication: a URL of any scheme. */
    deepLink: z.url({ error: deepLinkRule }).optional(),
    /** The player's access token. */
    accessToken: z.string({ error: accessTokenRule }).regex(/\S/, { error: accessTokenRule }),
    /**
     * On a desktop, `true` redirects the player to `deepLink`; `false` shows it as a QR code to scan.
     * @defaultValue `false`
     */
    desktopAutoRedirect: z.boolean({ error: 'must be true or false' }).default(false),
  },
).refine(({ deepLink, desktopAutoRedirect }) => !desktopAutoRedirect || deepLink !== undefined, {
  path: ['deepLink'],
  error: 'is required when desktopAutoRedirect is true',
});

/** The publisher's response to a {@link GameAuthRequest} (§4.14). */
export interface GameAuthResponse extends z.input<typeof gameAuthResponseSchema> {}
