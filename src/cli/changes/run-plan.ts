import { OutputFile, writeTogether } from '../files/output-file.ts';
import { connect } from '../service/connection.ts';
import { exitCode, type ExitCode, explainError, UsageError } from '../terminal/command-error.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { createOutput } from '../terminal/output.ts';
import { underHead } from '../terminal/section.ts';
import type { PlanFlags, SheetFlags, ShowFlags } from './change-flags.ts';
import { describePlan, describeSent } from './describe.ts';
import { describeStays } from './describe-stays.ts';
import { isPlan, isPlanFile, isRecordFile, planOriginOf, readPlan, writePlan } from './plan-file.ts';
import { planSheet } from './plan-sheet.ts';
import { isNothing } from './plan.ts';
import { readRecord } from './record.ts';
import { writeReview } from './review.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** `plan`: compares a sheet with the service, and changes nothing. @throws CommandError */
export async function runPlan(
  subject: SheetSubject,
  path: string,
  flags: PlanFlags & SheetFlags,
): Promise<ExitCode> {
  const { out, review, force = false, maxChange = Infinity } = flags;
  if (await isPlan(path)) throw new UsageError(`<sheet>: must be a sheet; ${subject.name} show reads plans`);
  const others = [path, flags.base];
  const check = async (flag: string, path: string | undefined) =>
    path === undefined ? undefined : OutputFile.check({ flag, path, others }, force);
  const planFile = await check('out', out);
  const reviewFile = await check('review', review);
  const connection = connect(flags);
  const { progress, print } = createOutput(flags, `${subject.noun}s`);
  const { plan, reading, pull } = await interruptible(
    (signal) => planSheet(subject, path, flags, { connection, signal, progress: progress.update }),
    explainError,
    '',
  ).finally(progress.stop);
  const origin = planOriginOf(subject.name, connection, path, pull);
  const savePlan = (file: OutputFile) => writePlan(file, origin, plan);
  const saveReview = (file: OutputFile) => writeReview(file, subject, reading, plan, maxChange);
  if (planFile && reviewFile) await writeTogether([planFile, savePlan], [reviewFile, saveReview]);
  else if (planFile) await savePlan(planFile);
  else if (reviewFile) await saveReview(reviewFile);
  const written = [out, review].filter((file) => file !== undefined);
  const shown = { ...flags, source: path };
  const head = `${path} for ${connection.name}`;
  const lines = [...describePlan(subject, plan, shown), ...written.map((file) => `Written: ${file}`)];
  print(
    { ...origin, ...plan },
    flags.quiet ? underHead(head, describeStays(subject, plan, shown)) : [head, ...lines],
    true,
  );
  return isNothing(plan) && plan.kept.length === 0 ? exitCode.done : exitCode.different;
}

/** `show`: prints a plan or a record. @throws CommandError */
export async function runShow(subject: SheetSubject, path: string, flags: ShowFlags): Promise<ExitCode> {
  const { print } = createOutput(flags);
  if (isRecordFile(path)) {
    const { head, changes } = await readRecord(path, subject);
    const what = `${path}: ${head.undoes === undefined ? head.source : `undo of ${head.undoes.join(', ')}`}, ${head.time}`;
    const lines = describeSent(subject, changes, flags, true);
    print({ ...head, changes }, [`${what}, ${head.origin} (${head.environment})`, ...lines]);
    return exitCode.done;
  }
  if (!isPlanFile(path)) throw new UsageError(`<file>: ${path} must be a plan (.json) or a record (.jsonl)`);
  const file = await readPlan(path, subject);
  const head = `${path}: plan of ${file.source} for ${file.origin} (${file.environment})`;
  print(file, [head, ...describePlan(subject, file, { ...flags, source: file.source })]);
  return exitCode.done;
}
