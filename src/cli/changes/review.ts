import { writeTable } from '../table/write-table.ts';
import { type Change, itemsThatAre, kindOf } from './change.ts';
import { largeChanges, percentOf, type Plan } from './plan.ts';
import type { Resource } from './resource.ts';

/** Writes a plan for a colleague who reviews it: a row for each change and conflict. @throws CommandError */
export async function writeReview(
  path: string,
  resource: Resource,
  plan: Plan,
  maxChange: number,
): Promise<void> {
  const large = new Set(largeChanges(plan.changes, maxChange));
  const deleted = itemsThatAre('deleted', plan.changes);
  const findings = Map.groupBy(plan.findings, placeOf);
  const noteOf = (change: Change): string => {
    const kind = kindOf(change);
    if (kind === 'created' || kind === 'deleted') return `${resource.noun} ${kind}`;
    if (deleted.has(change.item)) return `deleted with its ${resource.noun}`;
    const isFinal = resource.isFinal(change.before) ? ['cannot be deleted later'] : [];
    const found = findings.get(placeOf(change))?.map(({ message }) => message) ?? [];
    return [...(large.has(change) ? [`more than ${maxChange} %`] : []), ...found, ...isFinal].join('; ');
  };
  const shown = (value: string | null, change: Change): string | undefined =>
    value === null || value === '' ? undefined : (resource.format?.(value, change) ?? value);
  const cellsOf = (change: Change, note: string): string[] => {
    const percent = percentOf(change);
    return [
      ...resource.reviewColumns.map((column) => column.of(change)),
      shown(change.before, change) ?? change.context?.now ?? '',
      shown(change.after, change) ?? change.context?.then ?? '',
      percent === undefined ? '' : percent.toFixed(1),
      note,
    ];
  };
  const conflicts = plan.conflicts.map(({ base, service, ...rest }) =>
    cellsOf({ ...rest, before: service }, `conflict, not sent: it was ${base ?? 'none'}`),
  );
  const columns = [
    ...resource.reviewColumns.map(({ name }) => name),
    'before',
    'after',
    'difference_percent',
    'note',
  ];
  const rows = [...conflicts, ...plan.changes.map((change) => cellsOf(change, noteOf(change)))];
  await writeTable(path, 'Review', columns, rows);
}

function placeOf({ item, cell }: Pick<Change, 'item' | 'cell'>): string {
  return JSON.stringify([item, cell]);
}
