import type { PricePointRead } from '../../client/api/price-points.ts';
import { ConflictError } from '../../client/errors/index.ts';
import {
  CommandError,
  explainError,
  exitCode,
  type ExitCode,
  UsageError,
  withAdvice,
} from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { connect, type Connection } from '../connection.ts';
import { counted } from '../format.ts';
import { interrupted, interruptible } from '../interrupt.ts';
import { checkTarget } from '../output-file.ts';
import { amber, createOutput } from '../output.ts';
import { createAmountReader } from '../table/amounts.ts';
import { readTableFormat } from '../table/table-flags.ts';
import { type AppliedChange, applyPlan } from './apply.ts';
import type { ApplyFlags, PlanFlags } from './command.ts';
import { describePlan } from './describe-plan.ts';
import { checkIsCurrent, isPlanFile, readPlan, writePlan } from './plan-file.ts';
import { createPlan, type Plan, sizeOf } from './plan.ts';
import { currenciesOf, learnDigits, readPricePoints } from './price-points.ts';
import { readSheet, readWanted } from './wanted.ts';

/** The flags that say how a sheet is read, and where the price points are. */
type SheetFlags = PlanFlags | ApplyFlags;

/** A plan, and the price points that it was made from. */
interface Planned {
  readonly plan: Plan;
  readonly found: readonly PricePointRead[];
}

/** `prices plan`: compares a sheet with the service. @throws CommandError */
export async function runPlan(file: string, flags: PlanFlags): Promise<ExitCode> {
  const { out, force = false } = flags;
  if (isPlanFile(file)) throw new UsageError('<sheet>: must be a sheet; prices apply reads plans');
  if (out !== undefined) await checkTarget({ flag: 'out', path: out }, force);
  const connection = connect(flags);
  const { plan, found } = await interruptible(
    (signal) => planSheet(file, connection, flags, signal),
    explainError,
    '',
  );
  if (out !== undefined) await writePlan(out, plan, found, connection);
  createOutput(flags).print(plan, [connection.name, ...describePlan(plan, found)]);
  return sizeOf(plan) === 0 ? exitCode.done : exitCode.different;
}

/** `prices apply`: makes the price points of the service match a sheet, or does what a plan says. @throws CommandError */
export function runApply(file: string, flags: ApplyFlags): Promise<ExitCode> {
  const { print, say } = createOutput(flags);
  const connection = connect(flags);
  const apply = async (signal: AbortSignal): Promise<ExitCode> => {
    const planned = await (isPlanFile(file) ? planOfFile : planSheet)(file, connection, flags, signal);
    const { plan, found } = planned;
    const lines = [connection.name, ...describePlan(plan, found)];
    if (flags.json) lines.forEach(say);
    else print(plan, lines);
    const question = `Send ${counted(sizeOf(plan), 'change')} to ${connection.name}?`;
    const isAgreed = sizeOf(plan) === 0 || (await confirm(question, flags.yes ?? false, signal));
    if (!isAgreed) throw new CommandError('declined', 'nothing was sent');
    const applied = await applyPlan(connection.client, plan, signal);
    print(withStates(plan, applied), applied.map(describeState));
    return finish(applied, isPlanFile(file), signal);
  };
  return interruptible(apply, explainError, 'Nothing was sent');
}

async function planSheet(
  file: string,
  connection: Connection,
  flags: SheetFlags,
  signal: AbortSignal,
): Promise<Planned> {
  const { decimal = '.', thousands, prune = false } = flags;
  if (thousands === decimal) throw new UsageError('--thousands: must differ from the decimal separator');
  const sheet = await readSheet(readTableFormat(file, flags));
  const found = await read(connection, flags, signal);
  const { say } = createOutput(flags);
  const digits = learnDigits(found, flags.currencyDigits ?? {}, (line) => say(amber(line, process.stderr)));
  const readAmount = createAmountReader({ unit: 'major', decimal, thousands }, digits);
  const wanted = readWanted(sheet, currenciesOf(found), digits, readAmount);
  return { plan: createPlan(wanted, found, prune), found };
}

async function planOfFile(
  file: string,
  connection: Connection,
  flags: SheetFlags,
  signal: AbortSignal,
): Promise<Planned> {
  if (flags.prune !== undefined)
    throw new UsageError('--prune: is for sheets; a plan says itself what it deletes');
  const plan = await readPlan(file, connection);
  const found = await read(connection, flags, signal);
  checkIsCurrent(file, plan, found);
  return { plan, found };
}

function read({ client }: Connection, flags: SheetFlags, signal: AbortSignal): Promise<Planned['found']> {
  return readPricePoints(client, createOutput(flags, 'price points').progress, signal);
}

/** The plan with the state of each change. */
function withStates({ creates, updates, deletes }: Plan, applied: readonly AppliedChange[]): object {
  const states = new Map<object, AppliedChange['state']>(applied.map(({ change, state }) => [change, state]));
  const withState = (change: object): object => ({ ...change, ...states.get(change) });
  return {
    creates: creates.map(withState),
    updates: updates.map(withState),
    deletes: deletes.map(withState),
  };
}

function describeState({ name, state }: AppliedChange): string {
  if (state.state === 'differs') return `differs: ${name}: ${state.differences.join(', ')}`;
  if (state.state === 'failed') return `failed, outcome ${state.outcome}: ${name}`;
  return `${state.state === 'applied' ? 'applied' : 'not sent'}: ${name}`;
}

/** Says what to do if not everything was sent, and returns the exit code. */
function finish(applied: readonly AppliedChange[], isPlan: boolean, signal: AbortSignal): ExitCode {
  const has = (state: string): boolean => applied.some((one) => one.state.state === state);
  if (!has('failed') && !has('not_sent')) return has('differs') ? exitCode.different : exitCode.done;
  const failed = applied.find(({ state }) => state.state === 'failed');
  const error = failed ? explainError(failed.error) : interrupted(signal, '');
  const name = failed ? `${failed.name}: ` : '';
  const isRejected = failed?.state.state === 'failed' && failed.state.outcome === 'rejected';
  const again = isRejected ? 'Correct the sheet, and run it again' : 'Run the same command again to finish';
  const next = isPlan ? 'Plan again: this plan is out of date now' : again;
  process.stderr.write(
    `publisher-commerce: ${name}${withAdvice(error.message, `${asideOf(failed)}${next}`)}\n`,
  );
  return error instanceof CommandError ? error.exit : exitCode.failed;
}

/** A service may take the base price that an update repeats for a conflict. */
function asideOf(failed: AppliedChange | undefined): string {
  if (!(failed?.error instanceof ConflictError) || !failed.repeatsBase) return '';
  return 'It repeats its base price, because it only removes overrides: this service needs a new base price for that. ';
}
