/** Names of all documented operations; an operation with another name does not compile. */
export const operationNames = [
  'transactions.list',
  'content.get',
  'content.upsertTranslation',
  'pricePoints.create',
  'pricePoints.list',
  'pricePoints.get',
  'translations.set',
  'pricePoints.update',
  'pricePoints.delete',
  'translations.get',
  'promoCodes.create',
  'personalization.refreshActivePlayers',
  'personalization.refreshSpecificActivePlayers',
  'offers.list',
  'checkout.createSession',
] as const;

/** The name of a documented operation: its sub-client and method, for example `pricePoints.get`. */
export type OperationName = (typeof operationNames)[number];
