import type { Transaction } from '../../api/transactions.ts';
import type { EventType } from './events.ts';
import type { Payment, Quote } from './payments.ts';

/** The bank's fee for a withdrawal, in US cents. A reinstatement does not return it. */
const chargebackFeeUsd = 1500;

/** The amounts of a row, in US cents except for `amount` and `totalTaxAmount`. */
type Figures = Pick<
  Transaction['transactionDetails'],
  | 'amount'
  | 'amountUsd'
  | 'totalTaxAmount'
  | 'totalTaxAmountUsd'
  | 'currencyExchangeCostUsd'
  | 'chargebackFeeUsd'
  | 'transactionFeeUsd'
  | 'publisherNetAmountUsd'
>;

/** The row of a payment's event. @param time Milliseconds since 1970. */
export function recordOf(payment: Payment, type: EventType, id: string, time: number): Transaction {
  const { player } = payment;
  return {
    orderId: payment.orderId,
    purchaseId: payment.purchaseId,
    publisherTransactionId: payment.publisherTransactionId,
    timestamp: new Date(time).toISOString(),
    customerDetails: player.customerDetails,
    geolocation: player.geolocation,
    device: player.device,
    offerDetails: payment.offerDetails,
    transactionDetails: {
      id,
      type,
      ...figuresOf(type, payment.quote),
      currencyCode: player.country.currency.code,
      currencySymbol: player.country.currency.symbol,
      paymentMethod: payment.paymentMethod,
    },
  };
}

function figuresOf(type: EventType, quote: Quote): Figures {
  switch (type) {
    case 'paid':
      return withNet({ ...quote, chargebackFeeUsd: 0 });
    case 'refund':
      return withNet(reversed(quote, 0));
    case 'dispute_funds_withdrawn':
      return withNet(reversed(quote, chargebackFeeUsd));
    case 'dispute_funds_reinstated':
      return withNet({ ...quote, transactionFeeUsd: 0, currencyExchangeCostUsd: 0, chargebackFeeUsd: 0 });
  }
}

/** Amount and tax are returned to the player; the costs of the payment are not. */
function reversed(quote: Quote, fee: number): Omit<Figures, 'publisherNetAmountUsd'> {
  return {
    amount: 0 - quote.amount,
    amountUsd: 0 - quote.amountUsd,
    totalTaxAmount: 0 - quote.totalTaxAmount,
    totalTaxAmountUsd: 0 - quote.totalTaxAmountUsd,
    transactionFeeUsd: 0,
    currencyExchangeCostUsd: 0,
    chargebackFeeUsd: fee,
  };
}

function withNet(figures: Omit<Figures, 'publisherNetAmountUsd'>): Figures {
  const costs = figures.transactionFeeUsd + figures.currencyExchangeCostUsd + figures.chargebackFeeUsd;
  return { ...figures, publisherNetAmountUsd: figures.amountUsd - figures.totalTaxAmountUsd - costs };
}
