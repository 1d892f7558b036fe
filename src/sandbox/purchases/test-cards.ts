import type { Purchases } from './purchases.ts';

/** What a test card does: it pays, is declined, asks the player to authenticate, or has expired. */
export type CardName = 'pays' | 'declined' | 'authenticates' | 'expired';

/** A card of the checkout page. */
export interface TestCard {
  readonly name: CardName;
  readonly number: string;
}

/** The test cards, with the numbers that Stripe's have. */
export const testCards: readonly TestCard[] = [
  { name: 'pays', number: '4242 4242 4242 4242' },
  { name: 'declined', number: '4000 0000 0000 0002' },
  { name: 'authenticates', number: '4000 0025 0000 3155' },
  { name: 'expired', number: '4000 0000 0000 0069' },
];

/** Does what a card does with an open session. */
export function useCard(purchases: Purchases, card: CardName, checkoutSessionToken: string): void {
  switch (card) {
    case 'pays':
      purchases.pay(checkoutSessionToken);
      return;
    case 'declined':
      purchases.decline(checkoutSessionToken);
      return;
    case 'authenticates':
      purchases.requireAuthentication(checkoutSessionToken);
      return;
    case 'expired':
      purchases.decline(checkoutSessionToken, 'card_expired');
  }
}
