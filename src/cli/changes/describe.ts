import { printable } from '../../client/errors/printable.ts';
import { counted, grouped, listed } from '../terminal/format.ts';
import { maxLine, section } from '../terminal/section.ts';
import { maxShown, renderMore, renderTerminalTable } from '../terminal/terminal-table.ts';
import { type Change, changeKindOf, itemsThatAre, type Kind } from './change.ts';
import {
  describeConflicts,
  describeKept,
  describeSetBy,
  type PlanShown,
  type Shown,
} from './describe-stays.ts';
import { describeFindings } from './finding.ts';
import { byRisk, formatPercent, isNothing, largeChanges, percentOf, type Plan } from './plan.ts';
import type { ChangeState, RecordedChange } from './record.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** The longest name in a list. */
const maxName = 60;

/** Describes a plan for people: what is risky, then the rest, the largest first. */
export function describePlan(subject: SheetSubject, plan: Plan, shown: PlanShown): readonly string[] {
  const { changes, conflicts, effects, findings, replaced, notes } = plan;
  const { all, maxChange = Infinity } = shown;
  const stays = describeKept(subject, plan, shown);
  const noteLines = notes.map((note) => printable(note, maxLine));
  if (isNothing(plan))
    return stays.length > 0
      ? ['Nothing to send', ...noteLines, ...stays]
      : ['Nothing to do: the service has it already', ...noteLines];
  const cells = withoutDeletedCells(changes);
  const large = largeChanges([...cells, ...effects], maxChange);
  const others = byRisk(cells.filter((change) => !large.includes(change)));
  const final = subject.finalOf(changes);
  const line = (change: Change): string => describeChange(subject, change);
  return [
    ...describeEffects(subject, effects),
    ...section(
      `${counted(large.length, 'change')} of more than ${maxChange} %, sent with --max-change only:`,
      large.map(
        (change) => `${line(change)}${effects.includes(change) ? ', calculated by the service' : ''}`,
      ),
      all,
    ),
    ...describeSize(subject, cells),
    ...(replaced === 0
      ? []
      : [`${counted(replaced, 'value')} of the service ${replaced === 1 ? 'is' : 'are'} replaced`]),
    ...(final === undefined ? [] : [final]),
    ...noteLines,
    ...describeFindings(findings, (finding) => `${subject.nameOf(finding)} ${finding.message}`, all),
    ...describeConflicts(subject, plan, shown),
    ...section(large.length + conflicts.length === 0 ? 'Changes:' : 'Other changes:', others.map(line), all),
    ...stays,
  ];
}

/** Names the first cells, in a line. */
export function namesOf(subject: SheetSubject, cells: readonly Pick<Change, 'item' | 'cell'>[]): string {
  const names = cells.map((cell) => printable(subject.nameOf(cell), maxName));
  return listed(names, maxShown);
}

/** The cells of an item that is deleted go with it. */
function withoutDeletedCells(changes: readonly Change[]): readonly Change[] {
  const deleted = itemsThatAre('deleted', changes);
  return changes.filter((change) => !deleted.has(change.item) || changeKindOf(change) === 'deleted');
}

/** Describes a change in a line: `999 ($9.99) AU 33.83 → 338.40 AUD (+900 %)`. */
function describeChange(subject: SheetSubject, change: Change): string {
  const name = subject.nameOf(change);
  const kind = changeKindOf(change);
  if (kind === 'created' || kind === 'deleted') return `${kind} ${name}`;
  const percent = percentOf(change);
  const size = percent === undefined ? '' : ` (${formatPercent(percent)})`;
  const values = `${subject.show(change.before, change)} → ${subject.show(change.after, change)}`;
  return `${name} ${values}${size}${describeSetBy('replaces what was set by', change.setBy)}`;
}

/** How many changes of which kind, in all and by group. */
function describeSize(subject: SheetSubject, changes: readonly Change[]): readonly string[] {
  const count = (kind: Kind, of = changes): number =>
    of.filter((change) => changeKindOf(change) === kind).length;
  const cells = changes.filter((change) => !['created', 'deleted'].includes(changeKindOf(change)));
  const kinds = (['set', 'changed', 'removed'] as const).filter((kind) => count(kind) > 0);
  const items = (['created', 'deleted'] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${counted(count(kind), subject.noun)} ${kind}`],
  );
  const groups = [...Map.groupBy(cells, subject.groupOf)];
  const hasRange = cells.some((change) => percentOf(change) !== undefined);
  const rows = groups.slice(0, maxShown).map(([group, of]) => {
    const percents = of.flatMap((change) => percentOf(change) ?? []);
    const range =
      percents.length === 0 ? ['', ''] : [Math.min(...percents), Math.max(...percents)].map(formatPercent);
    return [group, ...kinds.map((kind) => grouped(count(kind, of))), ...(hasRange ? range : [])];
  });
  const head = [subject.labels.cell, ...kinds.map((kind) => subject.labels[kind])];
  return [
    ...(items.length === 0 ? [] : [items.join(', ')]),
    ...(rows.length === 0
      ? []
      : [renderTerminalTable([...head, ...(hasRange ? ['From', 'To'] : [])], 1, rows)]),
    ...renderMore(groups.length - rows.length),
  ];
}

/** What the service changes on its own: only how much, and the largest. */
function describeEffects(subject: SheetSubject, effects: readonly Change[]): readonly string[] {
  if (effects.length === 0) return [];
  const groups = new Set(effects.map(subject.groupOf)).size;
  const countries = groups === 1 ? '1 country' : `${grouped(groups)} countries`;
  const largest = byRisk(effects).slice(0, 3);
  return [
    `The updates also move ${counted(effects.length, 'calculated price')} in ${countries}, to today's exchange rates; the most:`,
    ...largest.map((change) => `  ${printable(describeChange(subject, change), maxLine)}`),
  ];
}

function labelOf(state: ChangeState): string {
  return state === 'unknown' ? 'unknown whether applied' : state.replace('_', ' ');
}

/** Describes what was done, in as few lines as that takes. */
export function describeSent(
  subject: SheetSubject,
  changes: readonly RecordedChange[],
  { all }: Shown,
  isRecord = false,
): readonly string[] {
  const groups = [...Map.groupBy(changes, ({ state }) => state)];
  const counts = groups.map(([state, of]) => `${grouped(of.length)} ${labelOf(state)}`);
  const bad = groups.filter(([state]) => isRecord || state !== 'applied');
  return [
    `${counted(changes.length, 'change')}: ${counts.join(', ')}`,
    ...bad.flatMap(([state, of]) =>
      section(
        `${labelOf(state)}:`,
        of.map((change) => {
          const problem = change.problem === undefined ? '' : `: ${change.problem}`;
          return `${describeChange(subject, change)}${problem}`;
        }),
        all,
      ),
    ),
  ];
}
