import type { AnyOperation } from './operation.ts';
import { createCheckoutSession } from './checkout.ts';
import { getContent, upsertContentTranslation } from './content.ts';
import { getOffers } from './offers.ts';
import { refreshActivePlayers, refreshSpecificActivePlayers } from './personalization.ts';
import {
  createPricePoint,
  listPricePoints,
  getPricePoint,
  updatePricePoint,
  deletePricePoint,
} from './price-points.ts';
import { createPromoCodes } from './promo-codes.ts';
import { getTransactions } from './transactions.ts';
import { getTranslations, setTranslations } from './translations.ts';

/** All documented operations, ordered by section of the specification (§4). */
export const operations: readonly AnyOperation[] = [
  getTransactions,
  getContent,
  upsertContentTranslation,
  createPricePoint,
  listPricePoints,
  getPricePoint,
  setTranslations,
  updatePricePoint,
  deletePricePoint,
  getTranslations,
  createPromoCodes,
  refreshActivePlayers,
  refreshSpecificActivePlayers,
  getOffers,
  createCheckoutSession,
];
