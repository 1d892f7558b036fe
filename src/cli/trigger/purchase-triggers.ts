import type { Command } from 'commander';
import * as z from 'zod';

import { type Transaction, transactionSchema } from '../../api/transactions.ts';
import { printable } from '../../errors/printable.ts';
import { formatMoney } from '../format.ts';
import { checkId, type Trigger, type TriggerResult } from './trigger.ts';

const sessionResponse = z.looseObject({
  session: z.looseObject({
    checkoutSessionToken: z.string(),
    purchaseId: z.string(),
    state: z.string(),
    request: z.looseObject({ priceDetails: z.looseObject({ price: z.number(), currency: z.string() }) }),
  }),
});

interface NamedTrigger extends Pick<Trigger, 'name' | 'summary' | 'description'> {
  /** What the session or purchase is then. */
  readonly state: string;
}

/** What players and banks do with a session or a purchase. */
export const purchaseTriggers: readonly Trigger[] = [
  {
    name: 'pay',
    summary: 'pay an open checkout session',
    description: 'Pays an open checkout session, which adds a row to the transaction report.',
    example: 'pay "$SESSION"',
    define: (command) => void command.argument('<session>', 'checkoutSessionToken of the session'),
    run: async (command, sandbox) => {
      const session = idOf(command, 'session');
      const path = `sessions/${encodeURIComponent(session)}/pay`;
      const transaction = await sandbox.post({ path, schema: transactionSchema });
      return recorded('paid', transaction, { checkoutSessionToken: session });
    },
  },
  sessionTrigger({
    name: 'decline',
    summary: 'decline the payment of a session, which stays open',
    description: 'Declines the payment of an open checkout session, which stays open.',
    state: 'declined',
  }),
  sessionTrigger({
    name: 'cancel',
    summary: 'cancel an open checkout session',
    description: 'Cancels an open checkout session, which cannot be paid any more.',
    state: 'cancelled',
  }),
  purchaseTrigger({
    name: 'refund',
    summary: 'refund a paid purchase',
    description: 'Refunds a paid purchase, which adds a row to the transaction report.',
    state: 'refunded',
  }),
  purchaseTrigger({
    name: 'dispute',
    summary: 'dispute a paid purchase, as a bank does',
    description: 'Disputes a paid purchase, as a bank does, which adds a row to the transaction report.',
    state: 'disputed',
  }),
  purchaseTrigger({
    name: 'reinstate',
    summary: 'reinstate a disputed purchase',
    description: 'Reinstates a disputed purchase, which adds a row to the transaction report.',
    state: 'reinstated',
  }),
];

/** A trigger that adds no row to the transaction report. */
function sessionTrigger({ state: outcome, ...named }: NamedTrigger): Trigger {
  const { name } = named;
  return {
    ...named,
    example: `${name} "$SESSION"`,
    define: (command) => void command.argument('<session>', 'checkoutSessionToken of the session'),
    run: async (command, sandbox) => {
      const path = `sessions/${encodeURIComponent(idOf(command, 'session'))}/${name}`;
      const { session } = await sandbox.post({ path, schema: sessionResponse });
      const { checkoutSessionToken, purchaseId, state, request } = session;
      const { price, currency } = request.priceDetails;
      const remains = state === outcome ? '' : `; the session is ${printable(state, 50)}`;
      return {
        lines: [
          `${printable(checkoutSessionToken, 200)} is ${outcome}: ${money(price, currency)}${remains}`,
          'no row in the transaction report',
        ],
        fields: { checkoutSessionToken, purchaseId, state, session },
      };
    },
  };
}

/** A trigger that adds a row to the transaction report. */
function purchaseTrigger({ state, ...named }: NamedTrigger): Trigger {
  const { name } = named;
  return {
    ...named,
    example: `${name} "$PURCHASE"`,
    define: (command) => void command.argument('<purchase>', 'purchaseId of the session'),
    run: async (command, sandbox) => {
      const path = `purchases/${encodeURIComponent(idOf(command, 'purchase'))}/${name}`;
      return recorded(state, await sandbox.post({ path, schema: transactionSchema }));
    },
  };
}

function recorded(
  state: string,
  transaction: Transaction,
  fields: Readonly<Record<string, unknown>> = {},
): TriggerResult {
  const { purchaseId, orderId, timestamp, transactionDetails } = transaction;
  const { id, type, amount, currencyCode, totalTaxAmount, publisherNetAmountUsd } = transactionDetails;
  const tax = money(totalTaxAmount, currencyCode);
  const net = money(publisherNetAmountUsd, 'USD');
  return {
    lines: [
      `${printable(purchaseId, 200)} is ${state}: ${money(amount, currencyCode)}`,
      `row ${printable(id, 200)}: ${printable(type, 50)}, tax ${tax}, net ${net}, ` +
        `${printable(orderId, 200)}, ${printable(timestamp, 50)}`,
    ],
    fields: { ...fields, purchaseId, state, transaction },
  };
}

function money(amount: number, currencyCode: string): string {
  if (!Number.isSafeInteger(amount)) return 'an unknown amount';
  return `${formatMoney(BigInt(amount), currencyCode)} ${printable(currencyCode, 10)}`;
}

function idOf(command: Command, name: string): string {
  return checkId(`<${name}>`, command.args[0] ?? '');
}
