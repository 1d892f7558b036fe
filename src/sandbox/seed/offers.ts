import type { CatalogProduct as ListedProduct, Offer } from '../../api/offer.ts';
import { type CatalogOffer, catalogOffers, type CatalogProduct } from '../market/catalog.ts';

const imageBase = 'https://assets.publisher-commerce.invalid';
const white = { colorOne: '#FFFFFF', colorTwo: '#F2F2F2', direction: 'vertical' };
const violet = { colorOne: '#5B2A9D', colorTwo: '#2A1250', direction: 'diagonal' };

/** The catalog's offers as the service lists them (§2.6), created at the given time. */
export function listedOffers(createdAt: string): readonly Offer[] {
  return catalogOffers.map((offer, index) => listedOffer(offer, index, createdAt));
}

/** An offer of the catalog, or of a seed file, whose type may be any. */
export interface Listing extends Omit<CatalogOffer, 'type'> {
  readonly type: string;
}

/** An offer with all fields that the service lists. */
export function listedOffer(offer: Listing, index: number, createdAt: string): Offer {
  const special = offer.type === 'SpecialOffer';
  return {
    offerId: offer.offerId,
    publisherOfferId: offer.publisherOfferId,
    name: offer.name,
    displayName: offer.name,
    description: offer.products.map(({ product, quantity }) => `${product.name} × ${quantity}`).join(', '),
    type: offer.type,
    createdBy: 'dashboard',
    offerUi: offerUi(offer),
    dynamicOfferUi: {
      badges: special ? [{ publisherBadgeId: 'best-value', position: 'top-right' }] : [],
      salePercentage: special ? 20 : 0,
      salePercentageDisplayType: 'percentage',
    },
    active: true,
    segments: special ? ['new-players', 'returning-players'] : [],
    productsSequence: [
      {
        index: 0,
        playerAvailability: special ? 1 : 0,
        priceInUsdCents: offer.priceInUsdCents,
        products: offer.products.map(({ product, quantity }, order) => ({
          quantity,
          product: listedProduct(product, order, createdAt),
        })),
      },
    ],
    startOver: false,
    priority: index + 1,
    showAfter: offer.type === 'Popup' ? '30s' : '',
    triggers:
      offer.type === 'Popup' ? [{ type: 'event', eventName: 'level_completed', every: 5, rules: [] }] : [],
    createdAt,
    updatedAt: createdAt,
  };
}

/** A product with all fields that the service lists. */
export function listedProduct(
  { sku, name, type }: CatalogProduct,
  order: number,
  createdAt: string,
): ListedProduct {
  return {
    publisherProductId: sku,
    name,
    textFontColorHex: '#FFFFFF',
    type,
    prefix: '',
    suffix: '',
    priority: String(order + 1),
    images: [{ type: 'thumbnail', url: `${imageBase}/products/${sku}.png` }],
    createdAt,
    updatedAt: createdAt,
    productId: `product-${sku}`,
  };
}

function offerUi(offer: Listing): Offer['offerUi'] {
  return {
    offerUiId: `ui-${offer.offerId}`,
    externalId: `design-${offer.publisherOfferId}`,
    active: true,
    offerUiType: offer.type,
    name: `${offer.name} design`,
    description: `How ${offer.name} looks`,
    backgroundImage: `${imageBase}/offers/${offer.publisherOfferId}.png`,
    specialOffer: {
      templateType: 'standard',
      presentOfferEndTimer: offer.type === 'SpecialOffer',
      title: offer.name,
      fontSize: 24,
      fontWeight: 'bold',
      fontColor: white,
      backgroundColor: violet,
    },
  };
}
