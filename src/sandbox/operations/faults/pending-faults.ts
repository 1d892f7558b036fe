import type { AnyOperation } from '../../../client/api/operation.ts';
import { getTransactions } from '../../../client/api/transactions.ts';
import { faultTraits, type PlannedFault } from './fault.ts';
import { isDocumentedFor, type ParsedFault } from './parse-fault.ts';

/** A plan, and how many requests it still lets pass and makes fail. */
export interface PendingFault {
  readonly plan: ParsedFault;
  toPass: number;
  toFail: number;
  /** How many requests it has made fail. */
  failed: number;
}

/** The fault plans of a sandbox, and how many requests each still has to pass and to fail. */
export class PendingFaults {
  #entries: PendingFault[] = [];
  readonly #injected = new WeakMap<Request, PendingFault>();

  add(plan: ParsedFault): void {
    this.#entries.push({ plan, toPass: plan.after, toFail: plan.times, failed: 0 });
  }

  /** Returns the plan that applies to a request; if several do, the oldest. */
  next(operation: AnyOperation, request: Request): ParsedFault | undefined {
    let chosen: PendingFault | undefined;
    for (const entry of this.#entries) {
      if (!matches(entry.plan, operation, request)) continue;
      // Every plan counts all requests from its creation on, also those that another plan makes fail.
      if (entry.toPass > 0) entry.toPass -= 1;
      else if (entry.toFail > 0) chosen ??= entry;
    }
    if (!chosen) return undefined;
    chosen.toFail -= 1;
    chosen.failed += 1;
    this.#injected.set(request, chosen);
    return chosen.plan;
  }

  /** Keeps the fault of a request for a later one, because the response has nothing to corrupt. */
  postpone(request: Request): void {
    const counted = this.#injected.get(request);
    if (counted) {
      counted.toFail += 1;
      counted.failed -= 1;
    }
    this.#injected.delete(request);
  }

  /** The plan that made a request fail. */
  injectedInto(request: Request): ParsedFault | undefined {
    return this.#injected.get(request)?.plan;
  }

  /** The plans that still make requests fail, the oldest first. */
  active(): readonly Readonly<PendingFault>[] {
    return this.#entries.filter(({ toFail }) => toFail > 0);
  }

  /** The active plans as plain JSON. */
  show(): PlannedFault[] {
    return this.active().map(
      ({ plan: { operation, status, reason, fault, field, times, after }, failed }) => ({
        operation,
        ...(status !== undefined && { status }),
        ...(reason !== undefined && { reason }),
        ...(fault !== undefined && { fault }),
        ...(field !== undefined && { field }),
        times: times === Infinity ? 'Infinity' : times,
        after,
        failed,
      }),
    );
  }

  /** Discards all plans. */
  clear(): void {
    this.#entries = [];
  }
}

function matches(
  { operation, reason, fault }: ParsedFault,
  { name, section }: AnyOperation,
  request: Request,
): boolean {
  if (operation !== '*' && operation !== name) return false;
  if (reason !== undefined) return isDocumentedFor(reason, section);
  if (fault === undefined || !faultTraits[fault].needsPage) return true;
  if (name !== getTransactions.name) return false;
  return fault !== 'repeated_cursor' || new URL(request.url).searchParams.has('cursor');
}
