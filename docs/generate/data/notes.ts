// What the pages of the data dictionary say besides their tables, by shape.

const transaction = `## Amounts, and how net follows from the others

The specification gives each amount a name and a unit, and no formula. What it says, and what it leaves open:

| field | the specification says (§2.1) | it does not say |
|---|---|---|
| \`amount\` | in the local currency; negative for refunds | whether it includes \`totalTaxAmount\`; its sign for disputes |
| \`amountUsd\` | US cents | at which rate it was converted; its sign |
| \`totalTaxAmount\` | in the local currency | its sign for refunds and disputes |
| \`totalTaxAmountUsd\` | US cents | the same |
| \`currencyExchangeCostUsd\` | US cents | when it is charged; its sign |
| \`chargebackFeeUsd\` | US cents | on which row of a dispute it is charged; its sign |
| \`transactionFeeUsd\` | US cents | whether it is returned with a refund; its sign |
| \`publisherNetAmountUsd\` | US cents | **how it follows from the others** |

Take \`publisherNetAmountUsd\` as what you receive, and do not compute it. The sandbox uses this formula, to the cent; it is
the sandbox's choice, and \`amount\` includes tax there:

\`\`\`text
publisherNetAmountUsd = amountUsd − totalTaxAmountUsd − currencyExchangeCostUsd − chargebackFeeUsd − transactionFeeUsd
\`\`\`

This program counts the transactions of last month for which it does not hold. Run it with your own account, and ask the
service about the difference:

\`\`\`ts
import { PublisherClient, utcMonth } from 'publisher-commerce';

const differences = new Map<string, number>();
for await (const { transactionDetails: row } of new PublisherClient().transactions.list(utcMonth('last'))) {
  const costs = row.currencyExchangeCostUsd + row.chargebackFeeUsd + row.transactionFeeUsd;
  const difference = row.publisherNetAmountUsd - (row.amountUsd - row.totalTaxAmountUsd - costs);
  if (difference !== 0) differences.set(row.type, (differences.get(row.type) ?? 0) + 1);
}
console.log(differences.size === 0 ? 'It holds for every transaction.' : differences);
\`\`\`

Sums of \`amount\` are sums of one currency only. See [money](../money.md) for exact sums, [ledger
columns](../ledger-columns.md) for the same fields as columns of a file, and [spec gaps](../spec-gaps.md) for the
sandbox's fees.
`;

/** Markdown that follows the table of a shape. */
export const dataNotes: Readonly<Record<string, string>> = {
  Transaction: transaction,
  TransactionReport: `\`client.transactions.getPage\` and \`client.transactions.list(…).pages()\` return a \`TransactionPage\`: these fields, and
\`cursor\`, \`index\` and \`checkpoint\`, which the client adds. Its \`nextCursor\` is \`null\` on the last page, whatever the service
sends there. See [pagination](../pagination.md).
`,
  TransactionQuery: `\`client.transactions.list\` takes more fields, which are the client's own: see [pagination](../pagination.md).
`,
  OfferReport: `\`client.offers.getPage\` and \`client.offers.list(…).pages()\` return an \`OfferPage\`: the \`offers\` and the \`totalCount\` of
\`result\`, the \`offset\` of the page, and \`status\` and \`message\`.
`,
  OfferQuery: `The specification does not show the names of these query parameters. Those that are sent are the client option
\`offerQueryNames\`: see [spec gaps](../spec-gaps.md).
`,
  PriceByCountry: `An override replaces the calculated price of its country only. Convert a price with \`toMinorUnits\` before you compare or
add it: see [money](../money.md).
`,
  CheckoutSessionCreate: `The client requires the sub-fields without which no session makes sense; the specification does not show which are
required. See [spec gaps](../spec-gaps.md).
`,
};
