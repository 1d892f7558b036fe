import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { inputObject, toInputIssues } from '../../client/api/input-object.ts';
import { arrayInput, countryCodeInput, ruleMessage, usdCentsInput } from '../../client/api/input.ts';
import { type PricePointRead, priceOverrideSchema } from '../../client/api/price-points.ts';
import { CommandError, exitCode, UsageError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { writeResult } from '../output-file.ts';
import { readable } from '../table/open-table.ts';
import type { Plan } from './plan.ts';
import { overridesOf } from './price-points.ts';

const overrides = arrayInput(priceOverrideSchema, '{ "countryCode2": "DE", "price": 9.49 }').readonly();
const decimal = z.string({ error: ruleMessage('a decimal string, or null') }).nullable();
const changes = arrayInput(
  inputObject('a change', { countryCode2: countryCodeInput, from: decimal, to: decimal }),
  '{ "countryCode2": "DE", "from": null, "to": "9.49" }',
).readonly();
const string = z.string({ error: ruleMessage('a string') });
const version = z.literal(1, { error: ruleMessage('1, the version of this form') });
const wanted = { priceInUsdCents: usdCentsInput, overrides };

/** A plan with what it was made from. */
const planFileSchema = inputObject('a file that prices plan has written', {
  version,
  environment: z.enum(['production', 'sandbox'], { error: ruleMessage('production or sandbox') }),
  origin: string,
  read: arrayInput(inputObject('a price point', { ...wanted, lastUpdate: string.nullish() }), '…').readonly(),
  creates: arrayInput(inputObject('a create', wanted), '…').readonly(),
  updates: arrayInput(
    inputObject('an update', { ...wanted, changes, recalculated: changes }),
    '…',
  ).readonly(),
  deletes: arrayInput(inputObject('a delete', { priceInUsdCents: usdCentsInput }), '…').readonly(),
});
type PlanFile = z.output<typeof planFileSchema>;

/** Whether a file is a plan and not a sheet, by its extension. */
export function isPlanFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Writes a plan with what it was made from. @throws CommandError if it cannot be written */
export async function writePlan(
  path: string,
  plan: Plan,
  found: readonly PricePointRead[],
  { environment, origin }: Connection,
): Promise<void> {
  const { creates, updates, deletes } = plan;
  const file: PlanFile = { version: 1, environment, origin, read: stateOf(found), creates, updates, deletes };
  await writeResult(path, `${JSON.stringify(file, null, 2)}\n`);
}

/**
 * Reads a plan that was made for this service.
 *
 * @throws UsageError if it is no plan, or was made for another service
 * @throws CommandError if it cannot be read
 */
export async function readPlan(path: string, { environment, origin }: Connection): Promise<PlanFile> {
  const text = await readable(path, () => readFile(path, 'utf8'));
  const parsed = planFileSchema.safeParse(parseJson(path, text));
  if (!parsed.success) {
    const [issue] = toInputIssues(parsed.error.issues, '');
    throw new UsageError(`${path}: ${issue?.path ?? ''} ${issue?.message ?? 'is no plan'}`);
  }
  const file = parsed.data;
  if (file.origin === origin && file.environment === environment) return file;
  throw new UsageError(
    `${path}: was made for ${file.environment} at ${file.origin}, and this is ${environment} at ${origin}`,
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}: must be a file that prices plan has written: it is not JSON`);
  }
}

/** Validates that nothing has changed since a plan was made. @throws CommandError naming what has */
export function checkIsCurrent(path: string, { read }: PlanFile, found: readonly PricePointRead[]): void {
  const before = new Map(read.map((point) => [point.priceInUsdCents, JSON.stringify(point)]));
  const now = new Map(stateOf(found).map((point) => [point.priceInUsdCents, JSON.stringify(point)]));
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (priceInUsdCents) => before.get(priceInUsdCents) !== now.get(priceInUsdCents),
  );
  if (changed.length === 0) return;
  throw new CommandError(
    'plan_out_of_date',
    `${path}: the plan is out of date: ${changed.join(', ')} changed since it was made; nothing was sent. Plan again`,
    exitCode.different,
  );
}

/** What a plan is made from. */
function stateOf(found: readonly PricePointRead[]): PlanFile['read'] {
  return found.map((point) => ({
    priceInUsdCents: point.priceInUsdCents,
    overrides: overridesOf(point),
    lastUpdate: point.lastUpdate,
  }));
}
