import type { Groups } from './groups.ts';
import type { Rate, Share } from './report-document.ts';

/** Returns the refund and dispute rates. Each definition is complete, because the specification has none. */
export function describeRates(byType: Groups): readonly Rate[] {
  const rateOf = (label: string, part: string, whole: string): Rate => ({
    label,
    definition: `Rows of type ${part} divided by rows of type ${whole}. By amount: their sums of amountUsd, without signs.`,
    byNumber: share((type) => BigInt(byType.get(type)?.rows ?? 0), part, whole),
    byAmount: share((type) => magnitude(byType.get(type)?.sum('amountUsd') ?? 0n), part, whole),
  });
  return [
    rateOf('Refund rate', 'refund', 'paid'),
    rateOf('Dispute rate', 'dispute_funds_withdrawn', 'paid'),
    rateOf('Disputes reinstated', 'dispute_funds_reinstated', 'dispute_funds_withdrawn'),
  ];
}

function share(figure: (type: string) => bigint, part: string, whole: string): Share {
  return { numerator: figure(part), denominator: figure(whole) };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
