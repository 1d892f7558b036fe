import { PublisherError } from '../../client/errors/index.ts';
import type { ServiceAccess } from '../service/service-access.ts';
import { type Change, compare, placeOf, type State, valueIn, wishesOf } from './change.ts';
import type { ChangeState, RecordedChange, RecordWriter, StateNotes } from './record.ts';
import { itemsIn, type SheetSubject } from './sheet-subject.ts';

/** What was done of all changes, and the error that ended it. */
export interface Sent {
  readonly changes: readonly RecordedChange[];
  readonly error?: unknown;
}

/** Changes a set of numbers of changes to a state, in memory and on the disk. */
type Note = (numbers: readonly number[], state: ChangeState, notes?: StateNotes) => Promise<void>;

/**
 * Sends the changes of a plan, one request after the other, and compares the service with them. It ends at the first
 * failure, and between two requests if the signal is aborted: a request under way is not, since nobody would know what it
 * did.
 *
 * @param before What the service has.
 */
export async function sendChanges(
  subject: SheetSubject,
  service: ServiceAccess,
  plan: readonly Change[],
  before: State,
  record: RecordWriter,
): Promise<Sent> {
  const changes = plan.map((change): RecordedChange => ({ ...change, state: 'not_sent' }));
  const note: Note = async (numbers, state, notes = {}) => {
    await record.add(numbers, state, notes);
    for (const number of numbers) {
      const change = changes[number];
      if (change) changes[number] = { ...change, state, problem: notes.problem, left: notes.left };
    }
  };
  // A request, and reading it back, are not aborted.
  const steady: ServiceAccess = { ...service, signal: new AbortController().signal };
  const numberOf = new Map(plan.map((change, index) => [change, index]));
  const sent: number[] = [];
  try {
    for (const request of subject.requestsOf(plan)) {
      if (service.signal.aborted) return { changes };
      const numbers = request.flatMap((change) => numberOf.get(change) ?? []);
      const step: Step = { plan, request, numbers, before, note };
      const { error } = await (subject.readsBack === 'each' ? sendAndCompare : sendOnly)(
        subject,
        steady,
        step,
      );
      if (error !== undefined) return { changes, error };
      sent.push(...numbers);
      service.progress(sent.length, plan.length);
    }
    if (subject.readsBack === 'each' || sent.length === 0) return { changes };
    const { state } = await subject.read(steady, itemsIn(plan));
    await noteComparison(subject, sent, plan, { state }, note);
    return { changes };
  } catch (error) {
    return { changes, error };
  }
}

/** A request with the numbers of its changes. */
interface Step {
  readonly plan: readonly Change[];
  readonly request: readonly Change[];
  readonly numbers: readonly number[];
  readonly before: State;
  readonly note: Note;
}

/** How a request ended. */
interface Ended {
  /** Why it failed. */
  readonly error?: unknown;
  /** What its response says that the items have now. */
  readonly response?: State | undefined;
}

/** Sends a request. */
async function sendOnly(
  subject: SheetSubject,
  service: ServiceAccess,
  { request, numbers, before, note }: Omit<Step, 'plan'>,
): Promise<Ended> {
  await note(numbers, 'unknown');
  let response: State | undefined;
  try {
    response = await subject.send(service, request, before);
  } catch (error) {
    const outcome = error instanceof PublisherError ? error.outcome : undefined;
    const message = error instanceof Error ? error.message : String(error);
    await note(numbers, outcome ?? 'unknown', { problem: message });
    return { error };
  }
  await note(numbers, 'applied');
  return { response };
}

/** Reads the items of a request, sends what is still as it was, and compares. */
async function sendAndCompare(
  subject: SheetSubject,
  service: ServiceAccess,
  { plan, request, numbers, note }: Step,
): Promise<Ended> {
  const items = itemsIn(request);
  const { state: before } = await subject.read(service, items);
  const { changes, conflicts } = compare(wishesOf(request), before, subject.createsItems);
  const conflicting = new Set(conflicts.map(placeOf));
  const kept = numbers.filter((number) => {
    const change = plan[number];
    return change !== undefined && conflicting.has(placeOf(change));
  });
  if (kept.length > 0) await note(kept, 'kept', { problem: 'somebody else has changed it meanwhile' });
  const left = numbers.filter((number) => !kept.includes(number));
  if (left.length === 0) return {};
  const ended =
    changes.length === 0
      ? {}
      : await sendOnly(subject, service, { request: changes, numbers: left, before, note });
  if (ended.error !== undefined) return ended;
  const { state } = await subject.read(service, items);
  await noteComparison(subject, left, plan, { state, response: ended.response }, note);
  return ended;
}

/**
 * Notes which changes the service has, and what it has instead of the others. The service has made that of what was sent if the
 * response says the same; else somebody else may have set it since.
 */
async function noteComparison(
  { show }: SheetSubject,
  numbers: readonly number[],
  plan: readonly Change[],
  { state, response }: { readonly state: State; readonly response?: State | undefined },
  note: Note,
): Promise<void> {
  const applied: number[] = [];
  for (const number of numbers) {
    const change = plan[number];
    if (!change) continue;
    const has = valueIn(state, change);
    const problem = `read back ${show(has, change)}`;
    if (has === change.after) applied.push(number);
    else
      await note([number], 'differs', {
        problem,
        ...(response && valueIn(response, change) === has && { left: has }),
      });
  }
  if (applied.length > 0) await note(applied, 'applied');
}
