import type { AsDocumented } from '../../src/client/api/fields.ts';
import type { PromoCodeList } from '../../src/client/index.ts';

/** §4.10 with §2.5. */
export const promoCodeList = {
  promoCodes: [
    {
      name: 'WINTER26',
      maxRedemptions: 100,
      active: true,
      createdAt: '2026-10-01T09:00:00.000Z',
      updatedAt: '2026-10-01T09:00:00.000Z',
    },
  ],
} satisfies AsDocumented<PromoCodeList>;

/** A promo code is known by its name. */
export const essentialInPromoCodeList = ['promoCodes', 'promoCodes[]', 'promoCodes[].name'];

/** §4.11 and §4.12. */
export const personalizationTrigger = { message: 'Event triggered for publisher 1234' };

/** §2.7. */
export const checkoutSession = {
  checkoutSessionToken: 'eyJhbGciOi.checkout.session',
  purchaseId: 'purchase-1001',
  url: 'https://checkout.example.com/old/eyJ',
  parsedUrl: 'https://checkout.example.com/session/eyJ',
};

/** The token that cancels the session, the purchase, and where the player pays. */
export const essentialInCheckoutSession = ['checkoutSessionToken', 'purchaseId', 'parsedUrl'];
