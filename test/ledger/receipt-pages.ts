import type { Transaction } from '../../src/client/index.ts';
import type { ReceiptPage } from '../../src/ledger/receipt.ts';
import { paidTransaction } from '../literals/transactions.ts';
import { octoberQuery } from '../support/ranges.ts';

/** What differs between rows of these tests. */
export interface RowInput {
  readonly timestamp?: string;
  readonly id?: string;
  readonly type?: string;
  readonly currencyCode?: string;
  readonly amount?: number;
}

/** A transaction; all its other amounts are 1. */
export function rowOf({
  timestamp = '2026-10-02T00:00:00.000Z',
  id = '1',
  type = 'paid',
  currencyCode = 'USD',
  amount = 100,
}: RowInput): Transaction {
  const ones = {
    amountUsd: 1,
    totalTaxAmount: 1,
    totalTaxAmountUsd: 1,
    currencyExchangeCostUsd: 1,
    chargebackFeeUsd: 1,
    transactionFeeUsd: 1,
    publisherNetAmountUsd: 1,
  };
  const details = { ...paidTransaction.transactionDetails, ...ones, id, type, currencyCode, amount };
  return { ...paidTransaction, timestamp, transactionDetails: details };
}

/** A page with these rows; of its checkpoint, a receipt reads the invalid rows only. */
export function pageOf(results: Transaction[], totalCount: number, invalidRows = 0): ReceiptPage {
  return {
    results,
    totalCount,
    checkpoint: {
      query: octoberQuery,
      cursor: null,
      rowsToSkip: 0,
      pages: 1,
      rows: results.length,
      invalidRows,
    },
  };
}
