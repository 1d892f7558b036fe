import * as z from 'zod';

import { identifier, responseObject, string } from './fields.ts';
import { countryCodeInput, type DateTimeInput, dateTimeInput, ruleMessage, stringInput } from './input.ts';
import { inputObject, optionalObjects } from './input-object.ts';
import type { Operation } from './operation.ts';

// `parsedUrl` is not essential: a session without it still exists, and its token and purchase id must not be lost.
/** A checkout session (§2.7). */
export const checkoutSessionSchema = responseObject({
  /** Token of the session; also used to cancel it. */
  checkoutSessionToken: identifier(),
  /** Purchase id; transactions have the same one. */
  purchaseId: identifier(),
  /** Older form of `parsedUrl`. @deprecated Use `parsedUrl`. */
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- this is where it is declared
  url: string(),
  /** URL to redirect the player to. */
  parsedUrl: string(),
});

/** A checkout session (§2.7). */
export interface CheckoutSession extends z.output<typeof checkoutSessionSchema> {}

/** The price of a purchase (§4.15). */
export interface CheckoutPriceDetails {
  /** Price. Its unit is not documented: ask the service before you go live. */
  readonly price: number;
  /** Currency of the price; its format is not documented. */
  readonly currency: string;
}

/** The offer that a checkout session sells (§4.15). */
export interface CheckoutOffer {
  /** Name of the offer. */
  readonly name: string;
  /** Your SKU of the offer. */
  readonly sku: string;
  /** Name as displayed to the player. */
  readonly displayName?: string | undefined;
  /** Price point metadata, a number; its meaning is not documented. */
  readonly pricePointMetadata?: number | undefined;
}

/** Signals that help to identify a player (§4.15). */
interface IdentitySignals {
  /** When the player was first seen. */
  readonly firstSeenAt?: DateTimeInput | undefined;
}

/** The player who buys (§4.15). */
export interface CheckoutCustomer {
  /** Your id of the player. */
  readonly id: string;
  /** E-mail address of the player; what the service sends to it is not documented. */
  readonly email?: string | undefined;
  /** Signals that help to identify the player. */
  readonly identitySignals?: IdentitySignals | undefined;
}

/** How to write the receipt of a purchase (§4.15). */
interface ReceiptMetadata {
  /** Locale code of the receipt; its translations must be configured in advance. */
  readonly locale?: string | undefined;
}

/** An item in the offer (§4.15). */
export interface CheckoutItem {
  /** Name of the item. */
  readonly name?: string | undefined;
  /** Your SKU of the item. */
  readonly sku?: string | undefined;
  /** How many of the item the purchase contains. */
  readonly quantity?: number | undefined;
  /** URL of an image of the item; formats and sizes are not documented. */
  readonly assetUrl?: string | undefined;
  /** Quantity as displayed to the player. */
  readonly quantityDisplay?: string | undefined;
  /** Name as displayed to the player. */
  readonly displayName?: string | undefined;
}

/** An object of any declared type, such as an interface; nothing that is iterable, such as an array or a `Map`. */
type FreeForm = Readonly<Record<string, unknown>> | (object & { readonly [Symbol.iterator]?: never });

/** A purchase to create a checkout session for (§4.15). */
export interface CheckoutSessionCreate {
  /** Price and currency. The unit of `price` is not documented: ask the service before you go live. */
  readonly priceDetails: CheckoutPriceDetails;
  /** The offer that is sold. */
  readonly offer: CheckoutOffer;
  /** The player who buys. */
  readonly customer: CheckoutCustomer;
  /** Items in the offer; they have no prices, which are all in `priceDetails`. */
  readonly items?: readonly CheckoutItem[] | undefined;
  /** ISO 3166-1 alpha-2 country code, for tax. @defaultValue the country of the player's IP address */
  readonly countryCode2?: string | undefined;
  /** Language of the receipt; its translations must be configured in advance. */
  readonly receiptMetadata?: ReceiptMetadata | undefined;
  /** Free-form data about the player's session. */
  readonly sessionMetadata?: FreeForm | undefined;
  /** Tags for player segmentation and A/B testing. */
  readonly attributes?: FreeForm | undefined;
  /** Deep link back to the game; not used with the Payment Links SDK. */
  readonly redirectUrl?: string | undefined;
}

function freeForm(example: string): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  return z.record(z.string(), z.unknown(), { error: ruleMessage(`an object, for example ${example}`) });
}

function numberInput(example: number): z.ZodNumber {
  return z.number({ error: ruleMessage(`a finite number, for example ${example}`) });
}

const priceExample = '{ price: 999, currency: "USD" }';
const offerExample = '{ name: "Starter pack", sku: "starter" }';
const customerExample = '{ id: "player-1" }';
const example = `{ priceDetails: ${priceExample}, offer: ${offerExample}, customer: ${customerExample} }`;

/** A purchase to create a checkout session for (§4.15). */
export const checkoutSessionCreateSchema = inputObject(example, {
  priceDetails: inputObject(priceExample, {
    price: numberInput(999),
    currency: stringInput('USD'),
  }),
  offer: inputObject(offerExample, {
    name: stringInput('Starter pack'),
    sku: stringInput('starter'),
    displayName: stringInput('Starter pack').optional(),
    pricePointMetadata: numberInput(999).optional(),
  }),
  customer: inputObject(customerExample, {
    id: stringInput('player-1'),
    email: stringInput('player@example.com').optional(),
    identitySignals: inputObject('{ firstSeenAt: "2026-10-01T00:00:00Z" }', {
      firstSeenAt: dateTimeInput.optional(),
    }).optional(),
  }),
  items: optionalObjects('{ sku: "gems-100", quantity: 1 }', {
    name: stringInput('100 gems').optional(),
    sku: stringInput('gems-100').optional(),
    quantity: numberInput(1).optional(),
    assetUrl: stringInput('https://assets.example.com/gems.png').optional(),
    quantityDisplay: stringInput('x1').optional(),
    displayName: stringInput('100 gems').optional(),
  }),
  countryCode2: countryCodeInput.optional(),
  receiptMetadata: inputObject('{ locale: "de" }', { locale: stringInput('de').optional() }).optional(),
  sessionMetadata: freeForm('{ level: 12 }').optional(),
  attributes: freeForm('{ cohort: "B" }').optional(),
  redirectUrl: stringInput('mygame://shop')
    .refine((value) => URL.canParse(value), { error: 'must be a URI, for example "mygame://shop"' })
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
