import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { printable } from '../../client/errors/printable.ts';
import { formatWithCode } from '../market/amounts.ts';
import { buy } from '../purchases/buy.ts';
import {
  declineReasons,
  type StepName,
  stepNames,
  paymentSteps,
  takeStep,
} from '../purchases/payment-steps.ts';
import type { StoredSession } from '../store/session.ts';
import { type Action, defineAction, type ActionField, id, type Report, unknown } from './action.ts';

const reasons = declineReasons.join(', ');
const reason = z.enum(declineReasons, { error: `must be one of ${reasons}` }).optional();

const subjects: Readonly<Record<'session' | 'purchase', ActionField>> = {
  session: { label: 'Session', flag: '<session>', help: 'checkoutSessionToken of the session' },
  purchase: { label: 'Purchase', flag: '<purchase>', help: 'purchaseId of the session' },
};

const summaries: Readonly<Record<StepName, string>> = {
  pay: 'pay an open checkout session',
  decline: 'decline the payment of a session, which stays open',
  cancel: 'cancel an open checkout session',
  refund: 'refund a paid purchase',
  dispute: 'dispute a paid purchase, as a bank does: it withdraws the amount and a fee of 15 US dollars',
  reinstate: 'reinstate a disputed purchase: the bank returns the amount, and keeps the fee',
  authenticate: 'ask the player to authenticate the payment of a session',
};

/** What players and banks do with a session or a purchase. */
export const purchaseActions: readonly Action[] = stepNames.map((name) => {
  const { subject, to } = paymentSteps[name];
  const schemas: Record<string, z.ZodType<string | undefined>> = { [subject]: id };
  const fields: Record<string, ActionField> = { [subject]: subjects[subject] };
  if (name === 'decline') {
    schemas['reason'] = reason;
    fields['reason'] = { label: 'Reason', flag: '--reason <name>', help: `one of ${reasons}`, isRare: true };
  }
  return defineAction({
    name,
    path: `${subject}s/:${subject}/${name}`,
    section: 'sessions',
    isOfRow: true,
    hasAmounts: true,
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    summary: summaries[name],
    example: `${name} "$${subject.toUpperCase()}"`,
    becomes: to,
    schema: inputObject({ example: `{ "${subject}": "${subject}-1" }`, unknown }, schemas),
    fields,
    run: ({ context }, input) => {
      const given = declineReasons.find((one) => one === input['reason']);
      return takeStep(context, name, input[subject] ?? '', given);
    },
    report: (output, input, currencyDigits) => reportOf(output, name, input, currencyDigits),
  });
});

const text = id.optional();

/** What somebody does who tries a store without writing a request. */
export const buyAction = defineAction({
  name: 'buy',
  path: 'purchases',
  section: 'buy',
  hasAmounts: true,
  label: 'Buy',
  summary: 'buy an offer: open a checkout session at its price in a country, and pay it',
  example: 'buy --player ann --offer season-pass --country DE',
  schema: inputObject(
    { example: '{ "player": "player-1" }', unknown },
    { player: text, offer: text, country: text },
  ),
  fields: {
    player: {
      label: 'Player',
      flag: '--player <id>',
      help: 'who buys (default player-1)',
      placeholder: 'player-1',
    },
    offer: {
      label: 'Offer',
      flag: '--offer <id>',
      help: 'publisherOfferId of an offer (default: the first one)',
      placeholder: 'the first one',
    },
    country: {
      label: 'Country',
      flag: '--country <code>',
      help: 'such as DE (default US)',
      placeholder: 'US',
    },
  },
  run: ({ context }, input) => buy(context, input),
  report: (output, input, currencyDigits) => reportOf(output, 'pay', input, currencyDigits),
});

/** Describes the row that was added, or the session to which none was. */
function reportOf(
  output: Transaction | { session: StoredSession },
  name: StepName,
  input: object,
  currencyDigits: CurrencyDigits,
): Report {
  const shown = (amount: number, currencyCode: string): string =>
    formatWithCode(amount, currencyCode, currencyDigits);
  if ('session' in output) {
    const { checkoutSessionToken, purchaseId, state, request } = output.session;
    const { outcome = state } = paymentSteps[name];
    const amount = shown(request.priceDetails.price, request.priceDetails.currency);
    const remains = state === outcome ? '' : `; the session is ${printable(state, 50)}`;
    return {
      lines: [
        `${printable(checkoutSessionToken, 200)} is ${outcome}: ${amount}${remains}`,
        'no row in the transaction report',
      ],
      fields: { checkoutSessionToken, purchaseId, state, session: output.session },
    };
  }
  const state = paymentSteps[name].to;
  const { purchaseId, orderId, timestamp, transactionDetails } = output;
  const { type, amount, currencyCode, totalTaxAmount, chargebackFeeUsd, ...rest } = transactionDetails;
  const fee = chargebackFeeUsd === 0 ? '' : `chargeback fee ${shown(chargebackFeeUsd, 'USD')}, `;
  return {
    lines: [
      `${printable(purchaseId ?? '', 200)} is ${state}: ${shown(amount, currencyCode)}`,
      `row ${printable(rest.id, 200)}: ${printable(type, 50)}, tax ${shown(totalTaxAmount, currencyCode)}, ${fee}` +
        `net ${shown(rest.publisherNetAmountUsd, 'USD')}, ${printable(orderId ?? '', 200)}, ${printable(timestamp, 50)}`,
    ],
    fields: {
      ...('session' in input && { checkoutSessionToken: input.session }),
      ...{ purchaseId, state, transaction: output },
    },
  };
}
