import * as z from 'zod';

import { identifier } from './fields.ts';
import { countryCodeInput, type DateTimeInput, dateTimeInput } from './input-fields.ts';
import type { Operation } from './operation.ts';

// `parsedUrl` is not essential: a session without it still exists, and its token and purchase id must not be lost.
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
  /** Token of the session; also used to cancel it. */
  checkoutSessionToken: string;
  /** Purchase id; transactions have the same one. */
  purchaseId: string;
  /** Older form of `parsedUrl`. @deprecated Use `parsedUrl`. */
  url: string;
  /** URL to redirect the player to. */
  parsedUrl: string;
}

/** An item in the offer (§4.15). */
export interface CheckoutItem {
  /** Name of the item. */
  readonly name?: string | undefined;
  /** Your SKU of the item. */
  readonly sku?: string | undefined;
  /** Quantity in the purchase. */
  readonly quantity?: number | undefined;
  /** Image URL. */
  readonly assetUrl?: string | undefined;
  /** Quantity as displayed to the player. */
  readonly quantityDisplay?: string | undefined;
  /** Name as displayed to the player. */
  readonly displayName?: string | undefined;
}

/** A purchase to create a checkout session for (§4.15). */
export interface CheckoutSessionCreate {
  /** Price and currency. The unit of `price` is not documented: ask the service before you go live. */
  readonly priceDetails: { readonly price: number; readonly currency: string };
  /** The offer that is sold. */
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
  /** ISO 3166-1 alpha-2 country code, for tax. @defaultValue the country of the player's IP address */
  readonly countryCode2?: string | undefined;
  /** Language of the receipt; its translations must be configured in advance. */
  readonly receiptMetadata?: { readonly locale?: string | undefined } | undefined;
  /** Free-form data about the player's session. */
  readonly sessionMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Tags for player segmentation and A/B testing. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** Deep link back to the game; not used with the Payment Links SDK. */
  readonly redirectUrl?: string | undefined;
}

const string = z.string({ error: 'must be a string' });
const number = z.number({ error: 'must be a finite number' });
const freeForm = z.record(z.string(), z.unknown(), { error: 'must be an object' });

/** A purchase to create a checkout session for (§4.15). */
export const checkoutSessionCreateSchema = z.object({
  priceDetails: z.object({ price: number, currency: string }),
  offer: z.object({
    name: string,
    sku: string,
    displayName: string.optional(),
    pricePointMetadata: number.optional(),
  }),
  customer: z.object({
    id: string,
    email: string.optional(),
    identitySignals: z.object({ firstSeenAt: dateTimeInput.optional() }).optional(),
  }),
  items: z
    .array(
      z.object({
        name: string.optional(),
        sku: string.optional(),
        quantity: number.optional(),
        assetUrl: string.optional(),
        quantityDisplay: string.optional(),
        displayName: string.optional(),
      }),
    )
    .readonly()
    .optional(),
  countryCode2: countryCodeInput.optional(),
  receiptMetadata: z.object({ locale: string.optional() }).optional(),
  sessionMetadata: freeForm.optional(),
  attributes: freeForm.optional(),
  redirectUrl: string
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
