import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { stringify } from 'csv-stringify';
import type { Transaction } from 'publisher-commerce';

/** Amounts stay integers in the smallest unit, as received. */
const columns = {
  timestamp: (row) => row.timestamp,
  type: (row) => row.transactionDetails.type,
  transactionId: (row) => row.transactionDetails.id,
  orderId: (row) => row.orderId,
  purchaseId: (row) => row.purchaseId,
  publisherTransactionId: (row) => row.publisherTransactionId,
  customerId: (row) => row.customerDetails?.id,
  country: (row) => row.geolocation?.countryCode2,
  offerId: (row) => row.offerDetails?.offerId,
  offerName: (row) => row.offerDetails?.offerName,
  currency: (row) => row.transactionDetails.currencyCode,
  amount: (row) => row.transactionDetails.amount,
  totalTaxAmount: (row) => row.transactionDetails.totalTaxAmount,
  amountUsd: (row) => row.transactionDetails.amountUsd,
  totalTaxAmountUsd: (row) => row.transactionDetails.totalTaxAmountUsd,
  transactionFeeUsd: (row) => row.transactionDetails.transactionFeeUsd,
  currencyExchangeCostUsd: (row) => row.transactionDetails.currencyExchangeCostUsd,
  chargebackFeeUsd: (row) => row.transactionDetails.chargebackFeeUsd,
  publisherNetAmountUsd: (row) => row.transactionDetails.publisherNetAmountUsd,
  paymentMethod: (row) => row.transactionDetails.paymentMethod,
} satisfies Record<string, (row: Transaction) => string | number | undefined>;

/** Writes the rows of an NDJSON file as CSV, streaming. */
export async function writeCsv(from: string, to: string): Promise<void> {
  await using file = await open(from);
  await pipeline(
    file.readLines(),
    async function* (lines: AsyncIterable<string>) {
      for await (const line of lines) {
        const row = JSON.parse(line) as Transaction;
        yield Object.values(columns).map((read) => read(row));
      }
    },
    // A spreadsheet would run a string that begins with `=` as a formula.
    stringify({ header: true, columns: Object.keys(columns), escape_formulas: true }),
    createWriteStream(to),
  );
}
