import type { Transaction } from '../../api/transactions.ts';
import { type CatalogOffer, catalogOffers } from '../state/initial/catalog.ts';
import { createPlayers, type Player } from './players.ts';
import { createQuotes, type Quote } from './quotes.ts';
import { hex, pick, randomStream, scale } from './random.ts';

/** A payment; its refund or dispute repeats these fields. */
export interface Payment {
  readonly player: Player;
  readonly orderId: string;
  readonly purchaseId: string;
  readonly publisherTransactionId: string;
  readonly offerDetails: Transaction['offerDetails'];
  readonly quote: Quote;
  readonly paymentMethod: string;
}

const paymentMethods = ['card', 'card', 'card', 'paypal', 'apple_pay', 'google_pay'] as const;

/** Returns the payments of a ledger by row number. */
export function createPayments(seed: number, size: number): (row: number) => Payment {
  const playerOf = createPlayers(seed);
  const quoteOf = createQuotes();
  const playerDraw = randomStream(seed, 'player');
  const offerDraw = randomStream(seed, 'offer');
  const methodDraw = randomStream(seed, 'payment method');
  const idDraw = randomStream(seed, 'payment id');
  // On average each player appears in four rows.
  const players = Math.max(1, Math.ceil(size / 4));

  return (row) => {
    const player = playerOf(scale(playerDraw(row), players));
    const offer = pick(catalogOffers, offerDraw(row));
    // A stream has another number for each row, so that ids are unique.
    const id = hex(idDraw(row));
    return {
      player,
      orderId: `order-${id}`,
      purchaseId: `purchase-${id}`,
      publisherTransactionId: `publisher-${id}`,
      offerDetails: offerDetails(offer),
      quote: quoteOf(offer.priceInUsdCents, player.country),
      paymentMethod: pick(paymentMethods, methodDraw(row)),
    };
  };
}

function offerDetails({ offerId, name, type, products }: CatalogOffer): Transaction['offerDetails'] {
  return {
    offerId,
    offerName: name,
    type,
    products: products.map(({ product, quantity }) => ({ name: product.name, sku: product.sku, quantity })),
  };
}
