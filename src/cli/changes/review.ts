import type { OutputFile } from '../files/output-file.ts';
import { writeTable, type WrittenCell } from '../tables/write-table.ts';
import { type Change, itemsThatAre, changeKindOf, placeOf } from './change.ts';
import { describeSetBy } from './describe-stays.ts';
import { largeChanges, percentOf, type Plan } from './plan.ts';
import type { Reading, SheetSubject } from './sheet-subject.ts';

/** Writes a plan for a colleague who reviews it: a row for each change, for each cell that is not sent, and for each price that the service calculates anew. @throws CommandError */
export async function writeReview(
  file: OutputFile,
  subject: SheetSubject,
  reading: Reading,
  plan: Plan,
  maxChange: number,
): Promise<void> {
  const large = new Set(largeChanges([...plan.changes, ...plan.effects], maxChange));
  const deleted = itemsThatAre('deleted', plan.changes);
  const findings = Map.groupBy(plan.findings, placeOf);
  const noteOf = (change: Change): string => {
    const kind = changeKindOf(change);
    if (kind === 'created' || kind === 'deleted') return `${subject.noun} ${kind}`;
    if (deleted.has(change.item)) return `deleted with its ${subject.noun}`;
    const isFinal = subject.isFinal(change.before) ? ['cannot be deleted later'] : [];
    const found = findings.get(placeOf(change))?.map(({ message }) => message) ?? [];
    const notes = [...(large.has(change) ? [`more than ${maxChange} %`] : []), ...found, ...isFinal];
    return `${notes.join('; ')}${describeSetBy('replaces what was set by', change.setBy)}`.trim();
  };
  const shown = (value: string | null, change: Change): WrittenCell | undefined => {
    if (value === null || value === '') return undefined;
    return subject.format ? { decimal: subject.format(value, change) } : value;
  };
  const number = (decimal: string | undefined): WrittenCell => (decimal === undefined ? '' : { decimal });
  const cellsOf = (change: Change, note: string): WrittenCell[] => {
    const percent = percentOf(change);
    return [
      ...subject.reviewColumns.map((column) => column.of(change, reading)),
      shown(change.before, change) ?? number(change.context?.now),
      shown(change.after, change) ?? number(change.context?.then),
      number(percent?.toFixed(1)),
      note,
    ];
  };
  const conflicts = plan.conflicts.map(({ base, service, ...rest }) =>
    cellsOf(
      { ...rest, before: service },
      `conflict, not sent: it was ${base === undefined ? 'something else' : (base ?? 'none')}${describeSetBy('set by', rest.setBy)}`,
    ),
  );
  const kept = plan.kept.map(({ sheet, service, ...rest }) =>
    cellsOf(
      { ...rest, before: service, after: sheet },
      `unchanged in the sheet, not sent${describeSetBy('set by', rest.setBy)}`,
    ),
  );
  const columns = [
    ...subject.reviewColumns.map(({ name }) => name),
    'before',
    'after',
    'difference_percent',
    'note',
  ];
  const rows = [
    ...conflicts,
    ...kept,
    ...plan.changes.map((change) => cellsOf(change, noteOf(change))),
    ...plan.effects.map((change) =>
      cellsOf(change, `${large.has(change) ? `more than ${maxChange} %; ` : ''}calculated by the service`),
    ),
  ];
  await writeTable(file, 'Review', columns, rows);
}
