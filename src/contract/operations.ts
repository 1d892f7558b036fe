import { createCheckoutSession } from './checkout.ts';
import { getContent, upsertContentTranslation } from './content.ts';
import { getOffers } from './offers.ts';
import type { Operation } from './operation.ts';
import { refreshActivePlayers, refreshSpecificActivePlayers } from './personalization.ts';
import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  updatePricePoint,
} from './price-points.ts';
import { createPromoCodes } from './promo-codes.ts';
import { getTransactions } from './transactions.ts';
import { getTranslations, setTranslations } from './translations.ts';

/** Every operation that this package sends, in the order of the specification (§4). */
export const operations: readonly Operation<unknown, unknown, unknown, unknown>[] = [
  getTransactions,
  getContent,
  upsertContentTranslation,
  createPricePoint,
  listPricePoints,
  getPricePoint,
  updatePricePoint,
  deletePricePoint,
  getTranslations,
  setTranslations,
  createPromoCodes,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
  getOffers,
  createCheckoutSession,
];
