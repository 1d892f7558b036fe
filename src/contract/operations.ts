import * as checkout from './checkout.ts';
import * as content from './content.ts';
import * as offers from './offers.ts';
import type { AnyOperation } from './operation.ts';
import * as personalization from './personalization.ts';
import * as pricePoints from './price-points.ts';
import * as promoCodes from './promo-codes.ts';
import * as transactions from './transactions.ts';
import * as translations from './translations.ts';

const modules = [
  checkout,
  content,
  offers,
  personalization,
  pricePoints,
  promoCodes,
  transactions,
  translations,
];

/** All documented operations, ordered by section of the specification (§4). */
export const operations: readonly AnyOperation[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isOperation)
  .sort((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'section' in value && 'path' in value;
}
