import type { Share } from '../format.ts';
import type { Card, Cell, Section } from './report-document.ts';

/** The totals of a period. */
interface PeriodTotals {
  readonly period: string;
  readonly rows: number;
  readonly cards: readonly Card[];
}

/** The totals of a period beside those of another one. */
interface Comparison {
  readonly section: Section;
  /** The cards of the period, with their changes. */
  readonly cards: readonly Card[];
}

/** Compares the totals of a period with those of another one, in money and percent. */
export function describeComparison(current: PeriodTotals, previous: PeriodTotals): Comparison {
  const changes = current.cards.map((card, index) => {
    const before = previous.cards[index]?.cents ?? 0n;
    return { card, before, cents: card.cents - before };
  });
  const counts = [BigInt(current.rows), BigInt(previous.rows)] as const;
  return {
    cards: changes.map(({ card, before, cents }) => ({
      ...card,
      change: { cents, share: shareOf(cents, before), period: previous.period },
    })),
    section: {
      id: 'comparison',
      title: `Compared with ${previous.period}`,
      note: 'Amounts are in US dollars. Percentages are of the earlier amount without its sign, rounded to two decimals.',
      table: {
        caption: `Changes since ${previous.period}`,
        columns: ['Total', current.period, previous.period, 'Change', 'Change, %'].map((label) => ({
          label,
        })),
        rows: [
          [
            { kind: 'text', text: 'Transactions' },
            { kind: 'count', count: current.rows },
            { kind: 'count', count: previous.rows },
            { kind: 'count', count: current.rows - previous.rows },
            { kind: 'percent', share: shareOf(counts[0] - counts[1], counts[1]) },
          ],
          ...changes.map(({ card, before, cents }): readonly Cell[] => [
            { kind: 'text', text: `${card.label}, USD` },
            usd(card.cents),
            usd(before),
            usd(cents),
            { kind: 'percent', share: shareOf(cents, before) },
          ]),
        ],
      },
    },
  };
}

function shareOf(change: bigint, before: bigint): Share {
  return { numerator: change, denominator: before < 0n ? -before : before };
}

function usd(amount: bigint): Cell {
  return { kind: 'money', amount, currencyCode: 'USD' };
}
