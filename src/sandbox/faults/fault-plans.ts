import type { AnyOperation } from '../../contract/operation.ts';
import { getTransactions } from '../../contract/transactions.ts';
import type { FaultPlan } from './fault-plan.ts';
import { isDocumentedFor, pageFaults, type Plan, readPlan } from './read-plan.ts';

/** A plan that strikes a request. */
export interface Strike {
  readonly plan: Plan;
  /** Takes the strike back, for a later request: this one's answer has nothing that the plan could spoil. */
  readonly miss: () => void;
}

/** What is to go wrong, and when. */
export interface FaultPlans {
  /** @throws ConfigurationError naming the field that is wrong. */
  add(plan: FaultPlan): void;
  /** The plan that strikes this request: of those whose turn it is, the one made first. */
  next(operation: AnyOperation, request: Request): Strike | undefined;
  clear(): void;
}

interface Counted {
  readonly plan: Plan;
  toPass: number;
  toStrike: number;
}

/** Begins without a plan. */
export function createFaultPlans(): FaultPlans {
  let entries: Counted[] = [];
  return {
    add(input): void {
      const plan = readPlan(input);
      entries.push({ plan, toPass: plan.after, toStrike: plan.times });
    },
    next(operation, request): Strike | undefined {
      let striking: Counted | undefined;
      for (const entry of entries) {
        if (!concerns(entry.plan, operation, request)) continue;
        // Every plan counts from when it was made, whatever another does to the request meanwhile.
        if (entry.toPass > 0) entry.toPass -= 1;
        else if (entry.toStrike > 0) striking ??= entry;
      }
      if (!striking) return undefined;
      const struck = striking;
      struck.toStrike -= 1;
      return { plan: struck.plan, miss: () => void (struck.toStrike += 1) };
    },
    clear(): void {
      entries = [];
    },
  };
}

function concerns(
  { operation, reason, fault }: Plan,
  { name, section }: AnyOperation,
  request: Request,
): boolean {
  if (operation !== '*' && operation !== name) return false;
  if (reason !== undefined) return isDocumentedFor(reason, section);
  if (fault === undefined || !pageFaults.includes(fault)) return true;
  if (name !== getTransactions.name) return false;
  return fault !== 'repeated_cursor' || new URL(request.url).searchParams.has('cursor');
}
