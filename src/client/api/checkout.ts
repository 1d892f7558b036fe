import * as z from 'zod';

import { essential, identifier, responseObject, string } from './fields.ts';
import { arrayInput, countryCodeInput, dateTimeInput, ruleMessage, stringInput } from './input.ts';
import { inputObject, withInputName } from './input-object.ts';
import type { Operation } from './operation.ts';

/** A checkout session (§2.7). */
export const checkoutSessionSchema = responseObject({
  /** Token of the session; also used to cancel it. */
  checkoutSessionToken: identifier(),
  /** Purchase id; transactions have the same one. */
  purchaseId: identifier(),
  /** Older form of `parsedUrl`. @deprecated Use `parsedUrl`. */
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- this is where it is declared
  url: string(),
  /** URL to redirect the player to; `url` if only that is received. */
  parsedUrl: essential(z.string()),
});

/** A checkout session (§2.7). */
export interface CheckoutSession extends z.output<typeof checkoutSessionSchema> {}

/** An object of any declared type, such as an interface; nothing that is iterable, such as an array or a `Map`. */
type FreeForm = Readonly<Record<string, unknown>> | (object & { readonly [Symbol.iterator]?: never });

function freeForm(example: string): z.ZodType<unknown, FreeForm> {
  return z.record(z.string(), z.unknown(), { error: ruleMessage(`an object, for example ${example}`) });
}

function numberInput(example: number): z.ZodNumber {
  return z.number({ error: ruleMessage(`a finite number, for example ${example}`) });
}

const priceExample = '{ price: 999, currency: "USD" }';
const offerExample = '{ name: "Starter pack", sku: "starter" }';
const customerExample = '{ id: "player-1" }';
const itemExample = '{ sku: "gems-100", quantity: 1 }';
const example = `{ priceDetails: ${priceExample}, offer: ${offerExample}, customer: ${customerExample} }`;

const priceDetails = inputObject(priceExample, {
  /** Price. Its unit is not documented: ask the service before you go live. */
  price: numberInput(999),
  /** Currency of the price; its format is not documented. */
  currency: stringInput('USD'),
});

/** The price of a purchase (§4.15). */
export interface CheckoutPriceDetails extends z.input<typeof priceDetails> {}

const offer = inputObject(offerExample, {
  /** Name of the offer. */
  name: stringInput('Starter pack'),
  /** Your SKU of the offer. */
  sku: stringInput('starter'),
  /** Name as displayed to the player. */
  displayName: stringInput('Starter pack').optional(),
  /** Price point metadata, a number; its meaning is not documented. */
  pricePointMetadata: numberInput(999).optional(),
});

/** The offer that a checkout session sells (§4.15). */
export interface CheckoutOffer extends z.input<typeof offer> {}

const identitySignals = inputObject('{ firstSeenAt: "2026-10-01T00:00:00Z" }', {
  /** When the player was first seen. */
  firstSeenAt: dateTimeInput.optional(),
});

/** Signals that help to identify a player (§4.15). */
export interface IdentitySignals extends z.input<typeof identitySignals> {}

const customer = inputObject(customerExample, {
  /** Your id of the player. */
  id: stringInput('player-1').min(1, { error: 'must not be empty' }),
  /** E-mail address of the player; what the service sends to it is not documented. */
  email: stringInput('player@example.com').optional(),
  /** Signals that help to identify the player. */
  identitySignals: withInputName<IdentitySignals>(identitySignals).optional(),
});

/** The player who buys (§4.15). */
export interface CheckoutCustomer extends z.input<typeof customer> {}

const item = inputObject(itemExample, {
  /** Name of the item. */
  name: stringInput('100 gems').optional(),
  /** Your SKU of the item. */
  sku: stringInput('gems-100').optional(),
  /** How many of the item the purchase contains. */
  quantity: numberInput(1).optional(),
  /** URL of an image of the item; formats and sizes are not documented. */
  assetUrl: stringInput('https://assets.example.com/gems.png').optional(),
  /** Quantity as displayed to the player. */
  quantityDisplay: stringInput('x1').optional(),
  /** Name as displayed to the player. */
  displayName: stringInput('100 gems').optional(),
});

/** An item in the offer (§4.15). */
export interface CheckoutItem extends z.input<typeof item> {}

const receiptMetadata = inputObject('{ locale: "de" }', {
  /** Locale code of the receipt; its translations must be configured in advance. */
  locale: stringInput('de').optional(),
});

/** How to write the receipt of a purchase (§4.15). */
export interface ReceiptMetadata extends z.input<typeof receiptMetadata> {}

/** A purchase to create a checkout session for (§4.15). */
export const checkoutSessionCreateSchema = inputObject(example, {
  /** Price and currency. The unit of `price` is not documented: ask the service before you go live. */
  priceDetails: withInputName<CheckoutPriceDetails>(priceDetails),
  /** The offer that is sold. */
  offer: withInputName<CheckoutOffer>(offer),
  /** The player who buys. */
  customer: withInputName<CheckoutCustomer>(customer),
  /** Items in the offer; they have no prices, which are all in `priceDetails`. */
  items: arrayInput(withInputName<CheckoutItem>(item), itemExample).readonly().optional(),
  /** ISO 3166-1 alpha-2 country code, for tax. @defaultValue the country of the player's IP address */
  countryCode2: countryCodeInput.optional(),
  /** Language of the receipt; its translations must be configured in advance. */
  receiptMetadata: withInputName<ReceiptMetadata>(receiptMetadata).optional(),
  /** Free-form data about the player's session. */
  sessionMetadata: freeForm('{ level: 12 }').optional(),
  /** Tags for player segmentation and A/B testing. */
  attributes: freeForm('{ cohort: "B" }').optional(),
  /** Deep link back to the game; not used with the Payment Links SDK. */
  redirectUrl: stringInput('mygame://shop')
    .refine((value) => URL.canParse(value), { error: 'must be a URI, for example "mygame://shop"' })
    .optional(),
});

/** A purchase to create a checkout session for (§4.15). */
export interface CheckoutSessionCreate extends z.input<typeof checkoutSessionCreateSchema> {}

export const createCheckoutSession: Operation<CheckoutSession, { body: CheckoutSessionCreate }> = {
  name: 'checkout.createSession',
  method: 'POST',
  path: '/checkout/v1/session',
  // A session that nobody opens takes no money.
  effect: 'repeatable',
  section: '4.15',
  body: checkoutSessionCreateSchema,
  output: checkoutSessionSchema,
  olderNames: { parsedUrl: 'url' },
  errors: 'unknown',
};
