import type { AnyOperation } from '../../../api/operation.ts';
import { getTransactions } from '../../../api/transactions.ts';
import type { FaultPlan } from './fault-plan.ts';
import { isDocumentedFor, needsPage, type Plan, readPlan } from './read-plan.ts';

/** A plan that applies to a request. */
export interface PlannedFault {
  readonly plan: Plan;
  /** Keeps the fault for a later request, because this one's response has nothing to corrupt. */
  readonly postpone: () => void;
}

/** A plan, and how many requests it still lets pass and makes fail. */
export interface ActivePlan {
  readonly plan: Plan;
  readonly toPass: number;
  readonly toFail: number;
}

interface CountedPlan extends ActivePlan {
  toPass: number;
  toFail: number;
}

/** The fault plans of a sandbox, and how many requests each still has to pass and to fail. */
export class FaultPlans {
  #entries: CountedPlan[] = [];
  readonly #injected = new WeakMap<Request, Plan>();
  #revision = 0;

  /** @throws ConfigurationError naming the invalid field. */
  add(input: FaultPlan): void {
    const plan = readPlan(input);
    this.#entries.push({ plan, toPass: plan.after, toFail: plan.times });
    this.#revision += 1;
  }

  /** Returns the plan that applies to a request; if several do, the oldest. */
  next(operation: AnyOperation, request: Request): PlannedFault | undefined {
    let chosen: CountedPlan | undefined;
    for (const entry of this.#entries) {
      if (!matches(entry.plan, operation, request)) continue;
      // Every plan counts all requests from its creation on, also those that another plan makes fail.
      if (entry.toPass > 0) entry.toPass -= 1;
      else if (entry.toFail > 0) chosen ??= entry;
    }
    if (!chosen) return undefined;
    const { plan } = chosen;
    const counted = chosen;
    counted.toFail -= 1;
    this.#injected.set(request, plan);
    const postpone = (): void => {
      counted.toFail += 1;
      this.#injected.delete(request);
    };
    return { plan, postpone };
  }

  /** The plan that made a request fail. */
  injectedInto(request: Request): Plan | undefined {
    return this.#injected.get(request);
  }

  /** Changes with every plan that is added or discarded. */
  get revision(): number {
    return this.#revision;
  }

  /** The plans that still make requests fail, the oldest first. */
  active(): readonly ActivePlan[] {
    return this.#entries.filter(({ toFail }) => toFail > 0).map((entry) => ({ ...entry }));
  }

  /** Discards all plans. */
  clear(): void {
    this.#entries = [];
    this.#revision += 1;
  }
}

function matches(
  { operation, reason, fault }: Plan,
  { name, section }: AnyOperation,
  request: Request,
): boolean {
  if (operation !== '*' && operation !== name) return false;
  if (reason !== undefined) return isDocumentedFor(reason, section);
  if (fault === undefined || !needsPage(fault)) return true;
  if (name !== getTransactions.name) return false;
  return fault !== 'repeated_cursor' || new URL(request.url).searchParams.has('cursor');
}
