import {
  type CellNotes,
  type Change,
  changeKindOf,
  compare,
  type Conflict,
  placeOf,
  type SetBy,
  type Wanted,
} from './change.ts';
import type { Finding } from './finding.ts';
import type { Reading, SheetSubject } from './sheet-subject.ts';
import type { ReadSheet } from './read-sheet.ts';
import type { Kept } from './wanted-cells.ts';

/** What would be sent, with what the service had. */
export interface Plan {
  readonly changes: readonly Change[];
  /** What is wanted, and not sent, because somebody else has changed it. */
  readonly conflicts: readonly Conflict[];
  /** What the service would change besides, on its own. */
  readonly effects: readonly Change[];
  /** What a person should look at. */
  readonly findings: readonly Finding[];
  /** What is unchanged in the sheet and other in the service, and stays. */
  readonly kept: readonly Kept[];
  /** How many values of the service are replaced without a base to compare them with. */
  readonly replaced: number;
  /** What people should know besides, in lines. */
  readonly notes: readonly string[];
}

/** Whether the service has all that is wanted. */
export function isNothing({ changes, conflicts }: Plan): boolean {
  return changes.length + conflicts.length === 0;
}

/** What a plan of a sheet has besides. */
interface PlanOptions {
  readonly sheet?: ReadSheet;
  /** What happens to conflicts: they are reported, or one side is right. */
  readonly side?: 'theirs' | 'mine' | undefined;
  readonly kept?: readonly Kept[];
  /** What was found when the plan was made. */
  readonly found?: readonly Finding[];
  /** Returns who has set what the service has in a cell. */
  readonly setByOf?: (place: Pick<Change, 'item' | 'cell'>) => SetBy | undefined;
}

/** Compares wishes with what was read, and says what people need to know of each change. */
export function createPlan(
  subject: SheetSubject,
  wanted: readonly Wanted[],
  reading: Reading,
  { sheet, side, kept = [], found = [], setByOf }: PlanOptions = {},
): Plan {
  const { changes, conflicts } = compare(wanted, reading.state, subject.createsItems);
  const decided =
    side === 'mine' ? conflicts.map(({ service, ...rest }) => ({ ...rest, before: service })) : [];
  const notesOf = (change: Change): CellNotes => {
    const [context, setBy] = [reading.contextOf?.(change), setByOf?.(change)];
    return { ...(context && { context }), ...(setBy && { setBy }) };
  };
  const all = [...changes, ...decided]
    .map(({ item, cell, before, after }) => ({ item, cell, before, after }))
    .map((change) => ({ ...change, ...notesOf(change) }));
  // In the order in which they are sent.
  const ordered = subject.requestsOf(all).flat();
  const open = side === undefined ? conflicts : [];
  const checked = new Set(wanted.filter(({ base }) => base !== undefined).map(placeOf));
  const replaces = (change: Change): boolean =>
    ['changed', 'removed'].includes(changeKindOf(change)) && !checked.has(placeOf(change));
  return {
    changes: ordered,
    conflicts: open.map((one) => ({ ...one, ...notesOf({ ...one, before: one.service }) })),
    effects: reading.effectsOf?.(ordered) ?? [],
    findings: reading.findingsOf?.(ordered, sheet, stillOf(found, ordered)) ?? [],
    kept: kept.map((one) => ({ ...one, ...notesOf({ ...one, before: one.service, after: one.sheet }) })),
    replaced: ordered.filter(replaces).length,
    notes: [],
  };
}

/** Returns the findings of what is still to be sent. */
function stillOf(found: readonly Finding[], changes: readonly Change[]): readonly Finding[] {
  const places = new Set(changes.map(placeOf));
  return found.filter((one) => places.has(placeOf(one)));
}

/** By how many percent a change moves a price, for people only; `undefined` if there is no number to compare with. */
export function percentOf({ before, after, context }: Change): number | undefined {
  if (context === undefined) return undefined;
  const [from, to] = [context.now ?? before, after ?? context.then].map(Number);
  if (!from || to === undefined || Number.isNaN(from + to)) return undefined;
  return (to / from - 1) * 100;
}

/** Formats a percentage with its sign: `+900.3 %`. */
export function formatPercent(percent: number): string {
  // From 9.95 on, it is rounded to 10.
  return `${percent > 0 ? '+' : ''}${percent.toFixed(Math.abs(percent) < 9.95 ? 1 : 0)} %`;
}

/** Returns the changes that move a price by more than a number of percent, the largest first. */
export function largeChanges(changes: readonly Change[], max: number): readonly Change[] {
  return byRisk(changes).filter((change) => Math.abs(percentOf(change) ?? 0) > max);
}

/** Sorts changes by their risk: what is deleted, then by how far they move a price; the others stay in their order. */
export function byRisk(changes: readonly Change[]): readonly Change[] {
  const size = (change: Change): number =>
    changeKindOf(change) === 'deleted' ? Number.MAX_VALUE : Math.abs(percentOf(change) ?? -1);
  return changes.toSorted((left, right) => size(right) - size(left));
}
