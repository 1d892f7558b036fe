/** §2.1, field by field, with every value of a device known. */
export const paidTransaction = {
  orderId: 'order-1001',
  purchaseId: 'purchase-1001',
  publisherTransactionId: 'publisher-tx-1001',
  timestamp: '2026-10-01T08:15:30.000Z',
  customerDetails: { id: 'player-7', email: 'player7@example.com' },
  geolocation: {
    countryCode2: 'DE',
    playerIp: '192.0.2.7',
    region: 'Bavaria',
    ipAddress: '192.0.2.7',
    zipCode: '80331',
  },
  device: { osType: 'Windows', osVersion: '11', browserType: 'Firefox', browserVersion: '140.0' },
  offerDetails: {
    offerId: 'offer-1',
    offerName: 'Starter Bundle',
    type: 'Bundle',
    products: [
      { name: 'Gold Coins', sku: 'gold_coins', quantity: 500 },
      { name: 'Diamond', sku: 'diamond', quantity: 1 },
    ],
  },
  transactionDetails: {
    id: 'tx-1001',
    type: 'paid',
    amount: 999,
    amountUsd: 1087,
    totalTaxAmount: 160,
    totalTaxAmountUsd: 174,
    currencyExchangeCostUsd: 11,
    chargebackFeeUsd: 0,
    transactionFeeUsd: 54,
    publisherNetAmountUsd: 848,
    currencyCode: 'EUR',
    currencySymbol: '€',
    paymentMethod: 'card',
  },
};

/** The same with a number in its ids, for pages of many rows. */
export const transaction = (index = 0) => ({
  ...paidTransaction,
  orderId: `order-${index}`,
  transactionDetails: { ...paidTransaction.transactionDetails, id: `transaction-${index}` },
});

/** §2.1 as a refund in a currency without a subunit: negative amounts, an unknown device, no `playerIp`. */
export const refundTransaction = {
  orderId: 'order-0990',
  purchaseId: 'purchase-0990',
  publisherTransactionId: 'publisher-tx-0990',
  timestamp: '2026-10-02T00:00:00Z',
  customerDetails: { id: 'player-8', email: 'player8@example.com' },
  geolocation: { countryCode2: 'JP', region: 'Tokyo', ipAddress: '2001:db8::8', zipCode: '100-0001' },
  device: { osType: null, osVersion: null, browserType: null, browserVersion: null },
  offerDetails: { offerId: 'offer-2', offerName: 'Popup', type: 'Popup', products: [] },
  transactionDetails: {
    id: 'tx-0990',
    type: 'refund',
    amount: -1500,
    amountUsd: -1010,
    totalTaxAmount: -136,
    totalTaxAmountUsd: -92,
    currencyExchangeCostUsd: 0,
    chargebackFeeUsd: 0,
    transactionFeeUsd: 0,
    publisherNetAmountUsd: -918,
    currencyCode: 'JPY',
    currencySymbol: '¥',
    paymentMethod: 'wallet',
  },
};

/** §4.1, a page that is not the last. */
export const transactionReport = {
  totalCount: 431,
  nextCursor: 'eyJvIjoxMH0=',
  nextPageQuery:
    '?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z&limit=2&cursor=eyJvIjoxMH0%3D',
  results: [paidTransaction, refundTransaction],
};

/** The fields of §4.1 and §2.1 without which a cent could not be accounted for. */
export const essentialInReport = [
  'nextCursor',
  'nextPageQuery',
  'results',
  'results[]',
  'results[].timestamp',
  'results[].transactionDetails',
  'results[].transactionDetails.id',
  'results[].transactionDetails.type',
  'results[].transactionDetails.amount',
  'results[].transactionDetails.amountUsd',
  'results[].transactionDetails.totalTaxAmount',
  'results[].transactionDetails.totalTaxAmountUsd',
  'results[].transactionDetails.currencyExchangeCostUsd',
  'results[].transactionDetails.chargebackFeeUsd',
  'results[].transactionDetails.transactionFeeUsd',
  'results[].transactionDetails.publisherNetAmountUsd',
  'results[].transactionDetails.currencyCode',
];
