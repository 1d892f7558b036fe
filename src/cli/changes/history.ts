import { basename } from 'node:path';

import { type Change, placeOf, type SetBy, type State, valueIn } from './change.ts';
import { type RecordedChange, type RecordHead, sheetOf } from './record.ts';
import { type FoundRecord, isSent, undoesRecord } from './records-beside.ts';

type Place = Pick<Change, 'item' | 'cell'>;
/** A record by its name, or an undo that is about to be sent. */
export type Undoing = Pick<FoundRecord, 'path' | 'copies'> & {
  readonly head: Pick<RecordHead, 'time' | 'undoes'>;
};

/** What a record has done in a cell. */
interface Step {
  readonly record: FoundRecord;
  /** What it has sent. */
  readonly change?: RecordedChange | undefined;
  /** What it has left. */
  readonly put?: Put | undefined;
}

/** A value that a run has set; `run` is `undefined` for the one before all runs. */
interface Standing {
  readonly value: string | null;
  readonly run: FoundRecord | undefined;
}

/** A value that a record has put into a cell. */
interface Put {
  readonly record: FoundRecord;
  readonly value: string | null;
}

/** What runs and undos have done in one cell. */
export interface CellHistory {
  /** What was put into it last. */
  readonly lastPut: Put | undefined;
  /**
   * What the last of these records has left in it; an undo that had nothing to send, what the last of these runs has put into it
   * that is not taken back.
   */
  readonly lastOf: (records: ReadonlySet<FoundRecord>) => Put | undefined;
  /** Whether a record has done something in it that is not taken back. */
  readonly isLive: (record: FoundRecord) => boolean;
  /**
   * Returns what it has by its runs without those that are taken back, also by an undo that is about to be sent: the value of
   * the last one, or what was before the first; `undefined` if no run has set it.
   */
  readonly standing: (undoing?: Undoing) => Standing | undefined;
  /** Returns what one of these runs, that is not taken back, has changed, and somebody else then: the last of them. */
  readonly lostOf: (records: readonly FoundRecord[]) => Pick<Change, 'before' | 'after'> | undefined;
}

/** Returns what was done in a cell. */
export type History = (place: Place) => CellHistory;

/** Returns the history of cells by the records that lie beside each other, which are in order. */
export function historyOf(records: readonly FoundRecord[], service: State): History {
  const steps = new Map<string, Step[]>();
  for (const record of records) {
    const sent = record.changes.filter(isSent);
    const own = new Map<string, Step>(record.marks.map((mark) => [placeOf(mark), { record }]));
    for (const change of sent) own.set(placeOf(change), { record, change });
    for (const [place, step] of own) steps.set(place, [...(steps.get(place) ?? []), step]);
  }
  // An undo of records that are no longer there is a run of its own.
  const undos = new Set(records.filter((one) => records.some((other) => undoesRecord(one, other))));
  return (place) => {
    const found = valueIn(service, place);
    return historyOfCell(resolved(steps.get(placeOf(place)) ?? [], found, undos), undos);
  };
}

/**
 * Returns what was done with what it has left. Where that is not known, the next run tells, or the service: whether a run that
 * died has set its value, and whether one has left it that was read back otherwise, such as rounded. Where the service has
 * neither what such a run has sent nor what was before it, the run may have set it: an undo of it names that.
 */
function resolved(
  steps: readonly Step[],
  found: string | null,
  undos: ReadonlySet<FoundRecord>,
): readonly Step[] {
  return steps.flatMap((step, index): readonly Step[] => {
    const { change } = step;
    if (change === undefined) return [step];
    const { before, after, left = after, state } = change;
    const next = steps.slice(index + 1).find((one) => one.change !== undefined);
    const isSet = (next?.change ? next.change.before : found) === after;
    const mayBeSet = next === undefined && found !== before && !undos.has(step.record);
    return state === 'unknown' && !isSet && !mayBeSet
      ? []
      : [{ ...step, put: { record: step.record, value: isSet ? after : left } }];
  });
}

function historyOfCell(steps: readonly Step[], undos: ReadonlySet<FoundRecord>): CellHistory {
  // What an undo has sent, and the service did not take, is not taken back.
  const takings: readonly Undoing[] = steps
    .filter(({ record, change }) => undos.has(record) && change?.state !== 'differs')
    .map(({ record }) => record);
  const isTakenBack = (record: Undoing, by: readonly Undoing[]): boolean =>
    by.some((undo) => undoesRecord(undo, record) && !isTakenBack(undo, by));
  let first: string | null | undefined;
  let chain: { readonly run: FoundRecord; readonly value: string | null }[] = [];
  const standing = (by: readonly Undoing[]): Standing | undefined => {
    if (first === undefined) return undefined;
    return chain.findLast(({ run }) => !isTakenBack(run, by)) ?? { value: first, run: undefined };
  };
  for (const { record: run, change, put } of steps) {
    if (change === undefined || put === undefined || undos.has(run)) continue;
    const before = takings.filter(({ head }) => head.time < run.head.time);
    // Somebody else has changed it since the run before.
    if (standing(before)?.value !== change.before) [first, chain] = [change.before, []];
    chain.push({ run, value: put.value });
  }
  return {
    lastPut: steps.findLast(({ put }) => put !== undefined)?.put,
    lastOf: (own) => {
      const all = steps.filter(({ record }) => own.has(record));
      const isLeft = ({ record, put }: Step): boolean =>
        put !== undefined && !undos.has(record) && !isTakenBack(record, takings);
      return all.at(-1)?.put ?? all.findLast(isLeft)?.put;
    },
    isLive: (record) => steps.some((step) => step.record === record) && !isTakenBack(record, takings),
    standing: (undoing) => standing(undoing ? [...takings, undoing] : takings),
    lostOf: (records) => {
      const isLost = (record: FoundRecord): boolean =>
        !undos.has(record) && !isTakenBack(record, takings) && chain.every(({ run }) => run !== record);
      const step = steps.findLast(({ record, put }) => put && records.includes(record) && isLost(record));
      return step?.change && step.put && { before: step.change.before, after: step.put.value };
    },
  };
}

/** Whether a cell of the service has what a run has set, or has it again after an undo. */
export function isHeldBy(
  run: FoundRecord,
  place: Place,
  history: History,
  service: State,
  undoing?: Undoing,
): boolean {
  const { standing } = history(place);
  const found = valueIn(service, place);
  return standing(undoing)?.run === run && standing()?.value === found;
}

/** Returns who has set what a cell has: an undo brings back what a run has set before; `undefined` if no record tells. */
export function setByOf(
  { lastPut, standing }: CellHistory,
  found: string | null,
  own: ReadonlySet<FoundRecord>,
): SetBy | undefined {
  if (lastPut?.value !== found) return undefined;
  const { run, value } = standing() ?? {};
  const record = run && value === found ? run : lastPut.record;
  const { head } = record;
  const file = basename(sheetOf(head));
  const isUndo = head.undoes !== undefined;
  return {
    file: isUndo ? `an undo of ${file}` : file,
    time: head.time,
    isOwn: !isUndo && own.has(record),
  };
}
