import { grouped } from '../grouped.ts';
import { differenceKinds } from './difference.ts';
import type { Summary } from './summary.ts';

/** Renders the numbers of a reconciliation, with a hint if a flag is probably wrong. */
export function renderSummary(summary: Summary): string {
  const { ledger, finance, match, ourAmount, equal, different } = summary;
  const lines = [
    `${ledger.file}: ${grouped(ledger.rows)} rows, ${ourAmount} by ${match}`,
    `${finance.file}: ${grouped(finance.rows)} rows`,
    `Equal sums by id and currency: ${grouped(equal)}`,
    `Differences: ${grouped(different)}${different === 0 ? '' : ` (${kindsOf(summary)})`}`,
  ];
  const hint = hintOf(summary);
  return [...lines, ...(hint === undefined ? [] : [hint])].join('\n');
}

function kindsOf({ counts }: Summary): string {
  return differenceKinds
    .filter((what) => counts[what] > 0)
    .map((what) => `${grouped(counts[what])} ${what.replaceAll('_', ' ')}`)
    .join(', ');
}

function hintOf({ ledger, finance, counts, equal, match }: Summary): string | undefined {
  if (finance.rows > 0 && counts.unreadable >= finance.rows) {
    return 'No row of the finance system could be read: check --decimal, --unit and --date-column';
  }
  const matched = equal + counts.amount + counts.currency;
  if (ledger.rows > 0 && finance.rows > 0 && matched === 0) {
    return `No id is in both files: check --id-column, and --match, which is ${match}`;
  }
  return undefined;
}
