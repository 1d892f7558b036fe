import * as z from 'zod';

import { dateTime, essential, openEnum } from '../contract/fields.ts';

/** What the service asks when a player logs in to the web store (§4.14). */
export const gameAuthRequestSchema = z.looseObject({
  /** `DESKTOP` for PCs and laptops, `MOBILE` for phones; a value not documented yet is let through, and reported. */
  device: essential(openEnum(['DESKTOP', 'MOBILE'])),
  /** When the player logged in: ISO 8601 text, as the service wrote it. */
  date: essential(dateTime()),
});

/** What the service asks when a player logs in to the web store (§4.14). */
export interface GameAuthRequest extends z.output<typeof gameAuthRequestSchema> {}

const deepLinkRule = 'must be a URL, of any scheme: mygame://auth?session=1';
const accessTokenRule = 'is required, and must be text that is not empty';

/** What the publisher answers: these fields and no others (§4.14). */
export const gameAuthAnswerSchema = z
  .strictObject(
    {
      /** Where the player is redirected into the game for authentication: a URL of any scheme. */
      deepLink: z.url({ error: deepLinkRule }).optional(),
      /** The player's access token. */
      accessToken: z.string({ error: accessTokenRule }).regex(/\S/, { error: accessTokenRule }),
      /**
       * On a desktop, `true` redirects the player to `deepLink`; otherwise they see it as a QR code to scan.
       * @defaultValue `false`
       */
      desktopAutoRedirect: z.boolean({ error: 'must be true or false' }).default(false),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'must be an object with an accessToken' : undefined) },
  )
  .refine(({ deepLink, desktopAutoRedirect }) => !desktopAutoRedirect || deepLink !== undefined, {
    path: ['deepLink'],
    error: 'is required when desktopAutoRedirect is true',
  });

/** What the publisher answers (§4.14). */
export interface GameAuthAnswer extends z.input<typeof gameAuthAnswerSchema> {}
