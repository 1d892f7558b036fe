import type { PricePointRead, PricePointUpdate } from '../../client/api/price-points.ts';
import type { PublisherClient } from '../../client/client.ts';
import { type Outcome, BasePublisherError } from '../../client/errors/index.ts';
import { PricePointDiffersError } from '../../client/resources/ensure-price-point.ts';
import type { PricePoints } from '../../client/resources/price-points.ts';
import { formatPricePoint } from './describe-plan.ts';
import { changesOf, type Plan, type PlannedUpdate } from './plan.ts';
import { ifExists, readPricePoint } from './price-points.ts';
import type { WantedPricePoint } from './wanted.ts';

/** What was done of a change. */
type ChangeState =
  | { readonly state: 'applied' }
  /** It was sent, and the service has something else. */
  | { readonly state: 'differs'; readonly differences: readonly string[] }
  | { readonly state: 'failed'; readonly outcome: Outcome }
  | { readonly state: 'not_sent' };

/** A change of a plan, which is sent and then compared with the service. */
interface Step {
  readonly change: Plan['deletes'][number];
  /** Its name: `update 999 ($9.99)`. */
  readonly name: string;
  readonly send: () => Promise<unknown>;
  /** Whether its base price is repeated, because an update only removes overrides. */
  readonly repeatsBase?: boolean;
  /** Reads the price point again, and returns what is not as planned. */
  readonly compare: () => Promise<readonly string[]>;
}

/** A change with what was done of it. */
export interface AppliedChange extends Pick<Step, 'change' | 'name' | 'repeatsBase'> {
  readonly state: ChangeState;
  /** Why it failed. */
  readonly error?: unknown;
}

/**
 * Sends the changes of a plan, one at a time, and reads each price point again. It ends at the first failure, and between two
 * changes if the signal is aborted: a request under way is not, since nobody would know what it did.
 */
export async function applyPlan(
  { pricePoints }: PublisherClient,
  plan: Plan,
  signal: AbortSignal,
): Promise<readonly AppliedChange[]> {
  const applied: AppliedChange[] = [];
  let isStopped = false;
  for (const step of stepsOf(pricePoints, plan)) {
    isStopped ||= signal.aborted;
    const result: Result = isStopped ? notSent : await apply(step);
    isStopped ||= result.state.state === 'failed';
    applied.push({ ...step, ...result });
  }
  return applied;
}

type Result = Pick<AppliedChange, 'state' | 'error'>;

const notSent: Result = { state: { state: 'not_sent' } };

async function apply({ send, compare }: Step): Promise<Result> {
  let isSent = false;
  try {
    await send();
    isSent = true;
    const differences = await compare();
    return { state: differences.length === 0 ? { state: 'applied' } : { state: 'differs', differences } };
  } catch (error) {
    const outcome = isSent ? 'applied' : error instanceof BasePublisherError ? error.outcome : undefined;
    return { state: { state: 'failed', outcome: outcome ?? 'unknown' }, error };
  }
}

function stepsOf(pricePoints: PricePoints, { creates, updates, deletes }: Plan): readonly Step[] {
  const compare = (wanted: WantedPricePoint) => async () =>
    differencesOf(wanted, await readPricePoint(pricePoints, wanted.priceInUsdCents));
  return [
    ...creates.map((change) => ({
      change,
      name: `create ${formatPricePoint(change)}`,
      send: () => ensure(pricePoints, change),
      compare: compare(change),
    })),
    ...updates.map((change) => ({
      change,
      name: `update ${formatPricePoint(change)}`,
      repeatsBase: onlyRemoves(change),
      send: () => pricePoints.update(change.priceInUsdCents, bodyOf(change)),
      compare: compare(change),
    })),
    ...deletes.map((change) => ({
      change,
      name: `delete ${formatPricePoint(change)}`,
      send: () => ifExists(pricePoints.delete(change.priceInUsdCents)),
      compare: async () =>
        (await ifExists(pricePoints.get(change.priceInUsdCents))) ? ['it still exists'] : [],
    })),
  ];
}

async function ensure(
  pricePoints: PricePoints,
  { priceInUsdCents, overrides }: WantedPricePoint,
): Promise<void> {
  try {
    await pricePoints.ensure({ priceInUsdCents, priceOverrides: overrides });
  } catch (error) {
    // Somebody else has created it by now: reading it again tells in what it differs.
    if (!(error instanceof PricePointDiffersError)) throw error;
  }
}

/** All overrides, since one that is not listed may be dropped; and where none is set, the base price, for there is nothing else to send. */
function bodyOf(update: PlannedUpdate): PricePointUpdate {
  const { priceInUsdCents, overrides } = update;
  const base = onlyRemoves(update) ? { updatedPriceInUsdCents: priceInUsdCents } : {};
  return { ...base, priceOverrides: overrides };
}

function onlyRemoves({ changes }: PlannedUpdate): boolean {
  return changes.every(({ to }) => to === null);
}

function differencesOf({ overrides }: WantedPricePoint, found: PricePointRead): string[] {
  return changesOf(overrides, found).map(({ countryCode2, from, to }) => {
    const has = from === null ? 'has no override' : `has the override ${from}`;
    return `${countryCode2} ${has} instead of ${to ?? 'none'}`;
  });
}
