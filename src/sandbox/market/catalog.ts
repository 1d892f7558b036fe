/** A product of the game. */
export interface SandboxProduct {
  readonly sku: string;
  readonly name: string;
  readonly type: string;
}

/** An offer of the web store: its products and its price. */
export interface CatalogOffer {
  readonly offerId: string;
  readonly publisherOfferId: string;
  readonly name: string;
  readonly type: 'Bundle' | 'SpecialOffer' | 'Popup';
  readonly priceInUsdCents: number;
  readonly products: readonly { readonly product: SandboxProduct; readonly quantity: number }[];
}

const gems: SandboxProduct = { sku: 'gems', name: 'Gems', type: 'currency' };
const coins: SandboxProduct = { sku: 'coins', name: 'Coins', type: 'currency' };
const energy: SandboxProduct = { sku: 'energy', name: 'Energy', type: 'consumable' };
const chest: SandboxProduct = { sku: 'golden-chest', name: 'Golden chest', type: 'lootbox' };
const potion: SandboxProduct = { sku: 'healing-potion', name: 'Healing potion', type: 'consumable' };
const sword: SandboxProduct = { sku: 'dragon-sword', name: 'Dragon sword', type: 'item' };
const armor: SandboxProduct = { sku: 'dragon-armor', name: 'Dragon armor', type: 'item' };
const pass: SandboxProduct = { sku: 'season-pass', name: 'Season pass', type: 'pass' };

/** The products of the game. */
export const catalogProducts: readonly SandboxProduct[] = [
  ...[gems, coins, energy, chest],
  ...[potion, sword, armor, pass],
];

type Line = readonly [
  CatalogOffer['type'],
  name: string,
  priceInUsdCents: number,
  ...[SandboxProduct, number][],
];

const lines: readonly Line[] = [
  ['Bundle', 'Pocket of gems', 99, [gems, 80]],
  ['Bundle', 'Pouch of gems', 499, [gems, 500]],
  ['Bundle', 'Bag of gems', 999, [gems, 1200]],
  ['Bundle', 'Chest of gems', 1999, [gems, 2500]],
  ['Bundle', 'Vault of gems', 4999, [gems, 6500]],
  ['Bundle', 'Mountain of gems', 9999, [gems, 14000]],
  ['Bundle', 'Handful of coins', 199, [coins, 10000]],
  ['Bundle', 'Sack of coins', 799, [coins, 50000]],
  ['Bundle', 'Full tank', 299, [energy, 100]],
  ['Bundle', 'Healer kit', 399, [potion, 10], [energy, 20]],
  ['SpecialOffer', 'Starter pack', 199, [gems, 200], [coins, 5000], [chest, 1]],
  ['SpecialOffer', 'Adventurer pack', 999, [gems, 900], [potion, 5], [chest, 2]],
  ['SpecialOffer', 'Dragon slayer', 2499, [sword, 1], [armor, 1]],
  ['SpecialOffer', 'Dragon hoard', 7999, [gems, 9000], [coins, 250000], [chest, 10]],
  ['SpecialOffer', 'Season pass', 1299, [pass, 1]],
  ['SpecialOffer', 'Season pass plus', 2999, [pass, 1], [gems, 2000]],
  ['Popup', 'Last chance chest', 299, [chest, 1]],
  ['Popup', 'Comeback gift', 99, [energy, 50], [potion, 2]],
  ['Popup', 'Boss fight kit', 599, [potion, 8], [energy, 30]],
  ['Popup', 'Weekend gems', 1499, [gems, 2200]],
];

function toOffer([type, name, priceInUsdCents, ...contents]: Line, index: number): CatalogOffer {
  const number = String(index + 1).padStart(3, '0');
  return {
    offerId: `offer-${number}`,
    publisherOfferId: name.toLowerCase().replaceAll(' ', '-'),
    name,
    type,
    priceInUsdCents,
    products: contents.map(([product, quantity]) => ({ product, quantity })),
  };
}

/** The offers of the web store; the ledger's payments are for these. */
export const catalogOffers = lines.map(toOffer) as [CatalogOffer, ...CatalogOffer[]]; // there is a line
