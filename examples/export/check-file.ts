import { open } from 'node:fs/promises';

import type { Transaction } from 'publisher-commerce';

import type { Totals } from './totals.ts';

/** Sums up the file again, independently, and throws if the table differs. */
export async function checkFile(path: string, totals: Totals): Promise<string> {
  const gross = new Map<string, bigint>();
  const ids = new Set<string>();
  let netUsd = 0n;
  let rows = 0;
  await using file = await open(path);
  for await (const line of file.readLines()) {
    const { transactionDetails: details } = JSON.parse(line) as Transaction;
    const group = `${details.currencyCode} ${details.type}`;
    gross.set(group, (gross.get(group) ?? 0n) + BigInt(details.amount));
    netUsd += BigInt(details.publisherNetAmountUsd);
    ids.add(details.id);
    rows += 1;
  }

  const agrees =
    ids.size === rows &&
    gross.size === totals.groups.size &&
    [...totals.groups].every(([group, sums]) => sums.gross === gross.get(group)) &&
    [...totals.groups.values()].reduce((sum, group) => sum + group.netUsd, 0n) === netUsd;
  if (!agrees) throw new Error(`${path} and the table do not agree`);
  return `Checked: ${rows} rows in the file, no duplicates, and their sums match the table`;
}
