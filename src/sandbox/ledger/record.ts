import type { Transaction } from '../../client/api/transactions.ts';
import type { EventType } from './events.ts';
import type { Payment, Quote } from './payments.ts';

/** The bank's fee for a withdrawal, in US cents. A reinstatement does not return it. */
const chargebackFeeUsd = 1500;

/** The amounts of a row, in US cents except for `amount` and `totalTaxAmount`. */
type Figures = Omit<
  Transaction['transactionDetails'],
  'id' | 'type' | 'currencyCode' | 'currencySymbol' | 'paymentMethod'
>;

/** The row of a payment's event. @param time Milliseconds since 1970. */
export function eventRow(payment: Payment, type: EventType, id: string, time: number): Transaction {
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
  // Amount and tax are returned to the player; the costs of the payment are not.
  const isReturned = type === 'refund' || type === 'dispute_funds_withdrawn';
  const signed = (amount: number): number => (isReturned ? 0 - amount : amount);
  const amountUsd = signed(quote.amountUsd);
  const totalTaxAmountUsd = signed(quote.totalTaxAmountUsd);
  const costs = {
    transactionFeeUsd: type === 'paid' ? quote.transactionFeeUsd : 0,
    currencyExchangeCostUsd: type === 'paid' ? quote.currencyExchangeCostUsd : 0,
    chargebackFeeUsd: type === 'dispute_funds_withdrawn' ? chargebackFeeUsd : 0,
  };
  const cost = costs.transactionFeeUsd + costs.currencyExchangeCostUsd + costs.chargebackFeeUsd;
  return {
    amount: signed(quote.amount),
    amountUsd,
    totalTaxAmount: signed(quote.totalTaxAmount),
    totalTaxAmountUsd,
    ...costs,
    publisherNetAmountUsd: amountUsd - totalTaxAmountUsd - cost,
  };
}
