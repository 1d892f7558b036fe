import * as z from 'zod';

import { identifier } from './fields.ts';
import { countryCodeInput, type DateTimeInput, dateTimeInput } from './input-fields.ts';
import type { Operation } from './operation.ts';

// `parsedUrl` is not essential: without it the session cannot be opened by its address, but it exists, and its token
// and purchase id must not be lost with the rest.
/** A checkout session (§2.7). */
export const checkoutSessionSchema = z.looseObject({
  checkoutSessionToken: identifier(),
  purchaseId: identifier(),
  /** @deprecated Use `parsedUrl`. */
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- this is where it is declared
  url: z.string(),
  parsedUrl: z.string(),
});

/** A checkout session (§2.7). */
export interface CheckoutSession extends z.output<typeof checkoutSessionSchema> {
  /** Token of the session; it also serves to cancel it. */
  checkoutSessionToken: string;
  /** Id of the purchase, as transactions name it. */
  purchaseId: string;
  /** An older form of `parsedUrl`. @deprecated Use `parsedUrl`. */
  url: string;
  /** Where to send the player. */
  parsedUrl: string;
}

/** An item of the offer that is sold (§4.15). */
export interface CheckoutItem {
  /** Name of the item. */
  readonly name?: string | undefined;
  /** The publisher's own code of the item. */
  readonly sku?: string | undefined;
  /** How many of it the purchase holds. */
  readonly quantity?: number | undefined;
  /** Address of its image. */
  readonly assetUrl?: string | undefined;
  /** The quantity as the player reads it. */
  readonly quantityDisplay?: string | undefined;
  /** Name as the player reads it. */
  readonly displayName?: string | undefined;
}

/** A purchase for which to open a checkout session (§4.15). */
export interface CheckoutSessionCreate {
  /** The unit of `price` is not documented: agree it with the service before going live. */
  readonly priceDetails: { readonly price: number; readonly currency: string };
  /** What is sold. */
  readonly offer: {
    readonly name: string;
    readonly sku: string;
    readonly displayName?: string | undefined;
    readonly pricePointMetadata?: number | undefined;
  };
  /** The player who buys. */
  readonly customer: {
    readonly id: string;
    readonly email?: string | undefined;
    readonly identitySignals?: { readonly firstSeenAt?: DateTimeInput | undefined } | undefined;
  };
  /** Items in the offer. */
  readonly items?: readonly CheckoutItem[] | undefined;
  /** ISO 3166-1 alpha-2, for tax; without it the player's IP address decides. */
  readonly countryCode2?: string | undefined;
  /** Language of the receipt; its translations must be configured beforehand. */
  readonly receiptMetadata?: { readonly locale?: string | undefined } | undefined;
  /** Free-form data about the player's session. */
  readonly sessionMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Tags for player segmentation and A/B testing. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** Deep link back to the game; not relevant with the Payment Links SDK. */
  readonly redirectUrl?: string | undefined;
}

const text = z.string({ error: 'must be a string' });
const number = z.number({ error: 'must be a finite number' });
const freeForm = z.record(z.string(), z.unknown(), { error: 'must be an object' });

/** A purchase for which to open a checkout session (§4.15). */
export const checkoutSessionCreateSchema = z.object({
  priceDetails: z.object({ price: number, currency: text }),
  offer: z.object({
    name: text,
    sku: text,
    displayName: text.optional(),
    pricePointMetadata: number.optional(),
  }),
  customer: z.object({
    id: text,
    email: text.optional(),
    identitySignals: z.object({ firstSeenAt: dateTimeInput.optional() }).optional(),
  }),
  items: z
    .array(
      z.object({
        name: text.optional(),
        sku: text.optional(),
        quantity: number.optional(),
        assetUrl: text.optional(),
        quantityDisplay: text.optional(),
        displayName: text.optional(),
      }),
    )
    .readonly()
    .optional(),
  countryCode2: countryCodeInput.optional(),
  receiptMetadata: z.object({ locale: text.optional() }).optional(),
  sessionMetadata: freeForm.optional(),
  attributes: freeForm.optional(),
  redirectUrl: text
    .refine((value) => URL.canParse(value), { error: 'must be a URI, for example mygame://shop' })
    .optional(),
}) satisfies z.ZodType<unknown, CheckoutSessionCreate>;

export const createCheckoutSession: Operation<CheckoutSession, { body: CheckoutSessionCreate }> = {
  name: 'checkout.createSession',
  method: 'POST',
  path: '/checkout/v1/session',
  effect: 'create',
  section: '4.15',
  body: checkoutSessionCreateSchema,
  output: checkoutSessionSchema,
  errors: 'unknown',
};
