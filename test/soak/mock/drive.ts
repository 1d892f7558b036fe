import { operations } from '../../../src/api/operations.ts';
import { PublisherClient, ResponseValidationError } from '../../../src/index.ts';
import { calls } from './calls.ts';

/** Outcome of the responses to one operation. */
export interface Outcome {
  readonly operation: string;
  delivered: number;
  rejected: number;
  /** Fields that were reported as schema drift, without row numbers. */
  readonly drifting: Set<string>;
  /** How often a rejection named each field, without row numbers, and the seed of the first such response. */
  readonly rejecting: Map<string, { times: number; readonly seed: number }>;
}

/** Calls every operation `times` times; throws unless each response is delivered, or rejected by its schema. */
export async function drive(baseUrl: string, times: number, signal: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name } of operations) outcomes.push(await driveOne(baseUrl, name, times, signal));
  return outcomes;
}

async function driveOne(
  baseUrl: string,
  operation: string,
  times: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const call = calls[operation];
  if (!call) throw new Error(`no call of ${operation} is written`);
  const drifting = new Set<string>();
  const onDrift = ({ path }: { path: string }): void => void drifting.add(path);
  const client = new PublisherClient({ baseUrl, token: 'token-of-the-mock', retry: false, onDrift });
  const outcome: Outcome = { operation, delivered: 0, rejected: 0, drifting, rejecting: new Map() };
  // Sequentially: prism closes a connection that waits for the responses to others.
  for (let seed = 1; seed <= times; seed++) {
    // Prism generates the same response for the same seed.
    const sent = call(client, { headers: { prefer: `seed=${seed}` }, signal });
    const error = await sent.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) outcome.delivered++;
    else if (error instanceof ResponseValidationError) countRejection(outcome, error, seed);
    else throw new Error(`${operation} failed with seed ${seed}`, { cause: error });
  }
  return outcome;
}

function countRejection(outcome: Outcome, { issues }: ResponseValidationError, seed: number): void {
  outcome.rejected++;
  for (const path of new Set(issues.map((issue) => withoutRows(issue.path)))) {
    const { times, seed: first } = outcome.rejecting.get(path) ?? { times: 0, seed };
    outcome.rejecting.set(path, { times: times + 1, seed: first });
  }
}

function withoutRows(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
