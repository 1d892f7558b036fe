import { counted, grouped } from '../../terminal/format.ts';
import { explainIds } from './ids/explain-ids.ts';
import type { ReadFiles } from './read-files.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import type { Summary } from './result/summary.ts';
import { sharesFewIds } from './suggest-amounts.ts';
import type { Reconciliation } from './sums/reconciliation.ts';

/** Returns hints for flags that are probably wrong, from what the whole files have. */
export function hintsOf(
  summary: Summary,
  { reconciliation, suggestions }: ReadFiles,
  { finance: format }: ReconcileSettings,
): readonly string[] {
  const { counts, finance } = summary;
  const { match } = summary.settings;
  const { unreadableRows, days } = reconciliation;
  const count = reconciliation.countIds();
  const hints = [...suggestions];
  const compared = finance.reduce((sum, file) => sum + file.compared, 0);
  if (compared > 0 && unreadableRows === compared) {
    const hint = 'No row of the finance system could be read: check the flags of its columns and amounts';
    if (hints.length === 0) hints.push(hint);
  } else if (
    reconciliation.selection.compared('ledger') > 0 &&
    counts.missing_in_ledger + counts.unreadable > 0
  ) {
    const [ours, theirs] = [reconciliation.idsOf('ledger'), reconciliation.idsOf('finance')];
    const explained = explainIds(ours, theirs, format);
    if (explained !== undefined) hints.push(explained);
    else if (theirs.length > 0 && !theirs.some((id) => reconciliation.isInLedger(id)))
      hints.push(`No id is in both files: check --id-column, and --match, which is ${match}; ${otherFile}`);
    else if (sharesFewIds(count))
      hints.push(
        `Only ${grouped(count.shared)} of ${grouped(count.finance)} ids of finance are in the ledger: ${otherFile}`,
      );
  }
  hints.push(...hintOfCurrencies(reconciliation, summary.settings.ledgerCurrency));
  const shifted = counts.day >= manyDays ? days?.findOffset(counts.day) : undefined;
  if (shifted) {
    const { offset, differences } = shifted;
    const hours = `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 60}`;
    hints.push(
      `${grouped(counts.day)} sums of a day differ, and only ${grouped(differences)} with days in UTC${hours}: does finance ` +
        `book in UTC${hours}? Set --time-zone to that, or to a name such as Europe/Berlin`,
    );
  }
  return hints;
}

const otherFile = 'one of the files may be of another month or game';

/**
 * Asks whether finance books most currencies elsewhere. One that it lacks is more likely a difference, and rows that cannot be
 * read may be of any.
 */
function hintOfCurrencies(
  { totals, unreadableRows }: Reconciliation,
  chosen: readonly string[] | undefined,
): readonly string[] {
  if (unreadableRows > 0) return [];
  const booked = [...totals].flatMap(([code, { finance }]) => (finance.rows > 0 ? [code] : []));
  const others = [...totals.values()].filter(({ finance }) => finance.rows === 0);
  if (chosen !== undefined || booked.length === 0 || others.length <= booked.length) return [];
  const rows = others.reduce((sum, { ledger }) => sum + ledger.rows, 0);
  return [
    `Finance has no row in ${others.length} of ${totals.size} currencies: does it book them elsewhere? ` +
      `--ledger-currency ${booked.sort().join(',')} would leave out their ${counted(rows, 'row')}`,
  ];
}

/** Fewer days that differ are more likely late bookings than another time zone. */
const manyDays = 4;
