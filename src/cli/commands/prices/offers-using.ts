import { printable } from '../../../client/errors/printable.ts';
import type { ServiceAccess } from '../../service/service-access.ts';
import { explainError } from '../../terminal/command-error.ts';
import { counted, formatUsd, listed } from '../../terminal/format.ts';
import { maxShown } from '../../terminal/terminal-table.ts';

/** Offers are named by people, and may have any name. */
const maxName = 60;

/** Returns a line for each of these price points that offers use; or why that is not known, which stops nothing. */
export async function offersUsing(
  { connection: { client }, signal }: ServiceAccess,
  items: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (items.size === 0) return [];
  const users = new Map<string, string[]>();
  try {
    for await (const { name, productsSequence } of client.offers.list({}, { signal })) {
      const prices = new Set((productsSequence ?? []).map((step) => String(step.priceInUsdCents)));
      for (const item of [...prices].filter((price) => items.has(price)))
        users.set(item, [...(users.get(item) ?? []), printable(name ?? 'without a name', maxName)]);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return [
      `Whether offers use what is deleted is not known: ${printable(explainError(error).message, 2 * maxName)}`,
    ];
  }
  return [...users].map(
    ([item, names]) =>
      `${item} (${formatUsd(BigInt(item))}) is deleted, and is used by ${counted(names.length, 'offer')}: ${listed(names, maxShown)}`,
  );
}
