import * as z from 'zod';

import { inputObject, toInputIssues } from '../../client/api/input-object.ts';
import { arrayInput, countInput, ruleMessage } from '../../client/api/input.ts';
import { packageVersion } from '../../client/runtime/runtime.ts';
import type { OutputFile } from '../files/output-file.ts';
import { unreadableVersion } from '../files/stored-version.ts';
import type { Connection } from '../service/connection.ts';
import { readText } from '../tables/open-table.ts';
import { UsageError } from '../terminal/command-error.ts';
import type { Change } from './change.ts';
import type { Plan } from './plan.ts';
import type { SheetSubject } from './sheet-subject.ts';

const string = z.string({ error: ruleMessage('a string') });
const value = z.string({ error: ruleMessage('a string, or null') }).nullable();
const cell = { item: string, cell: string, after: value };
const context = inputObject('{ "currency": "EUR" }', {
  currency: string,
  now: string.optional(),
  then: string.optional(),
  isEstimate: z.boolean().optional(),
});
const setBy = inputObject('who has set a cell', { file: string, time: string, isOwn: z.boolean() });
const notes = { context: context.optional(), setBy: setBy.optional() };
/** A change of a plan or a record. */
export const changeSchema = inputObject('a change', { ...cell, before: value, ...notes });
const changes = arrayInput(changeSchema, '…').readonly();
const conflict = inputObject('a conflict', {
  ...cell,
  base: value.optional(),
  service: value,
  ...notes,
});
const kept = inputObject('a cell that is kept', {
  item: string,
  cell: string,
  sheet: value,
  service: value,
  ...notes,
});
const finding = inputObject('a finding', {
  ...{ item: string, cell: string, message: string },
  rank: z.literal('low', { error: ruleMessage('low') }).optional(),
});

/** Where a plan or a record was made, and of what. */
export const originShape = {
  version: z.literal(1, { error: ruleMessage('1, the version of this form') }),
  /** The version of this package that wrote it. */
  packageVersion: string.optional(),
  resource: string,
  environment: z.enum(['production', 'sandbox'], { error: ruleMessage('production or sandbox') }),
  origin: string,
  source: string,
  /** When the sheet was pulled. */
  pull: string.optional(),
};

const planFileSchema = inputObject('a plan', {
  ...originShape,
  changes,
  conflicts: arrayInput(conflict, '…').readonly(),
  effects: changes,
  findings: arrayInput(finding, '…').readonly(),
  kept: arrayInput(kept, '…').readonly(),
  replaced: countInput,
  notes: arrayInput(string, '…').readonly(),
});
/** A plan with where it was made, and of which sheet. */
export type PlanFile = z.output<typeof planFileSchema>;

/** What a plan or a record was made from. */
export type PlanOrigin = Pick<PlanFile, keyof typeof originShape>;

/** Whether a file is a plan and not a sheet, by its extension. */
export function isPlanFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether a file is a record, by its extension. */
export function isRecordFile(path: string): boolean {
  return /\.jsonl$/i.test(path);
}

/** Returns what stands at the head of a plan or a record. */
export function planOriginOf(
  subject: string,
  { environment, origin }: Connection,
  source: string,
  pull?: string,
): PlanOrigin {
  return {
    ...{ version: 1, packageVersion, resource: subject, environment, origin, source },
    ...(pull !== undefined && { pull }),
  };
}

/** Writes a plan. @throws CommandError if it cannot be written */
export async function writePlan(file: OutputFile, origin: PlanOrigin, plan: Plan): Promise<void> {
  await file.replace(`${JSON.stringify({ ...origin, ...plan }, null, 1)}\n`);
}

/** Reads a plan. @throws UsageError if it is none, or of another subject @throws CommandError if it cannot be read */
export async function readPlan(path: string, subject: SheetSubject): Promise<PlanFile> {
  const parsed = await readFileJson(path);
  if (typeof parsed !== 'object' || parsed === null || !('changes' in parsed))
    throw new UsageError(`${path}: is no plan, and a sheet is CSV or a workbook (.xlsx)`);
  const file = parseAs(path, planFileSchema, parsed);
  checkChanges(path, subject, file, file.changes);
  // They are shown, and kept in the plan that is applied.
  for (const name of ['conflicts', 'kept'] as const) {
    const places = file[name].map(({ item, cell }) => ({ item, cell, before: null, after: null }));
    checkEach(path, places, subject.problemOf, name);
  }
  return file;
}

/** Whether a file is a plan, and not JSON of a translator. @throws UsageError if it is not JSON @throws CommandError if it cannot be read */
export async function isPlan(path: string): Promise<boolean> {
  if (!isPlanFile(path)) return false;
  const parsed = await readFileJson(path);
  if (typeof parsed !== 'object' || parsed === null || !('changes' in parsed)) return false;
  // A string of this name may be a translation.
  return Array.isArray(parsed.changes) || 'resource' in parsed;
}

/** Validates what was parsed from a file. @throws UsageError naming the field and its rule */
export function parseAs<Output>(path: string, schema: z.ZodType<Output>, parsed: unknown): Output {
  const other = unreadableVersion(Object(parsed) as Record<string, unknown>, 'version', 1);
  if (other !== undefined) throw new UsageError(`${path}: ${other}`);
  const result = schema.safeParse(parsed);
  if (result.success) return result.data;
  const [issue] = toInputIssues(result.error.issues, '');
  throw new UsageError(
    `${path}: ${`${issue?.path ?? ''} ${issue?.message ?? 'is not as it was written'}`.trim()}`,
  );
}

/** @throws UsageError if a file is not JSON @throws CommandError if it cannot be read */
async function readFileJson(path: string): Promise<unknown> {
  return parseFileJson(path, await readText(path));
}

/** @throws UsageError if a text is not JSON */
export function parseFileJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: is not JSON`);
  }
}

/** Validates what is about to be sent from a file that somebody may have edited. @throws UsageError naming the change */
export function checkChanges(
  path: string,
  subject: SheetSubject,
  { resource: name }: Pick<PlanOrigin, 'resource'>,
  all: Plan['changes'],
): void {
  if (name !== subject.name) throw new UsageError(`${path}: is of ${name}, not of ${subject.name}`);
  checkEach(
    path,
    all,
    (change) => subject.problemOf(change) ?? subject.problemOf({ ...change, after: change.before }),
  );
}

/** Validates each change of a file. @throws UsageError naming the change */
export function checkEach(
  path: string,
  changes: readonly Change[],
  problemOf: (change: Change) => string | undefined,
  name = 'changes',
): void {
  for (const [index, change] of changes.entries()) {
    const problem = problemOf(change);
    if (problem !== undefined) throw new UsageError(`${path}: ${name}[${index}]: ${problem}`);
  }
}

/** Validates that a plan was made for this service. @throws UsageError if it was made for another one */
export function checkPlanOrigin(path: string, file: PlanOrigin, { environment, origin }: Connection): void {
  if (file.origin === origin && file.environment === environment) return;
  throw new UsageError(
    `${path}: was made for ${file.environment} at ${file.origin}, and this is ${environment} at ${origin}`,
  );
}
