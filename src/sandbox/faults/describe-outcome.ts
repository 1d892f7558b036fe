import type { Plan } from './read-plan.ts';

/** How a request fails, for people: `status 503`, `slug_exists` or `cut_body`. */
export function describeOutcome({ status, reason, fault }: Plan): string {
  const parts = [status === undefined ? undefined : `status ${status}`, reason, fault];
  return parts.filter((part) => part !== undefined).join(' ');
}
