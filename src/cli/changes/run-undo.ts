import { explainError, exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { connect, type Connection } from '../connection.ts';
import { counted } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { createOutput } from '../output.ts';
import { type Change, compare, itemsThatAre, itself, reverseOf } from './change.ts';
import type { UndoFlags } from './command.ts';
import { namesOf } from './describe.ts';
import { isRecordFile, originOf } from './plan-file.ts';
import { createPlan, isNothing } from './plan.ts';
import { readRecord, type RecordHead } from './record.ts';
import { itemsToRead, type Resource } from './resource.ts';
import { carryOut, describeRun, type Run } from './run-apply.ts';

/** `undo`: takes back what a run changed, where the service still has what it set. @throws CommandError */
export function runUndo(
  resource: Resource,
  path: string,
  flags: UndoFlags & { readonly prune?: boolean | undefined },
): Promise<ExitCode> {
  if (!isRecordFile(path)) throw new UsageError(`<record>: ${path} must be a record (.jsonl)`);
  const connection = connect(flags);
  const { progress } = createOutput(flags, `${resource.noun}s`);
  const undo = async (signal: AbortSignal): Promise<ExitCode> => {
    const { head, changes } = await readRecord(path, resource);
    const warning = warningOf(path, head, connection, flags.yes ?? false);
    const sent = changes.filter(({ state }) => ['applied', 'differs', 'unknown'].includes(state));
    const created = itemsThatAre('created', sent);
    const { prune = false } = flags;
    const service = { connection, signal, progress: progress.update };
    const reading = await resource.read(service, itemsToRead(resource, sent));
    progress.stop();
    const isFinal = ({ item, before }: Change): boolean =>
      resource.isFinal(before) || (created.has(item) && !prune);
    // What is gone already stays gone.
    const left = compare(reverseOf(sent.filter(isFinal)), reading.state, resource.isExact);
    const remaining = [...left.changes, ...left.conflicts];
    const wanted = reverseOf(sent.filter((change) => !isFinal(change)));
    const run: Run = {
      // An earlier value needs no look.
      plan: { ...createPlan(resource, wanted, reading), findings: [] },
      state: reading.state,
      head: { ...originOf(resource.name, connection, path), undoes: path },
      stays: remaining.length === 0 ? [] : [describeRemaining(resource, remaining, created)],
      warning,
    };
    if (!flags.dryRun) return carryOut(resource, run, service, flags);
    const { plan, stays } = run;
    createOutput(flags).print(
      { ...run.head, ...plan, stays },
      describeRun(resource, run, connection.name, flags),
    );
    return isNothing(plan) && stays.length === 0 ? exitCode.done : exitCode.different;
  };
  return interruptible(undo, explainError, 'Nothing was sent');
}

/** A record of another environment is rejected; an address may have been renamed, which a person has to say. */
function warningOf(
  path: string,
  { environment, origin }: RecordHead,
  connection: Connection,
  yes: boolean,
): string {
  if (environment !== connection.environment) {
    throw new UsageError(`${path}: is of ${environment} at ${origin}, and this is ${connection.name}`);
  }
  if (origin === connection.origin) return '';
  if (yes) throw new UsageError(`--yes: ${path} is of another address, ${origin}: leave it out, to be asked`);
  return `The record is of another address, ${origin}. `;
}

/** Names what stays, in a line: first what was created, because it may be in use by now. */
function describeRemaining(
  resource: Resource,
  left: readonly Pick<Change, 'item' | 'cell'>[],
  created: ReadonlySet<string>,
): string {
  const items = [...new Set(left.map(({ item }) => item))].filter((item) => created.has(item));
  if (items.length === 0)
    return `${counted(left.length, 'change')} cannot be taken back, because the API deletes none of them: ${namesOf(resource, left)}`;
  const names = items.map((item) => resource.nameOf({ item, cell: itself }));
  return `${counted(items.length, resource.noun)} that the run created stays: ${names.join(', ')}. An offer may use it by now: --prune deletes it`;
}
