import { expect } from 'vitest';

import { utcMonth } from '../../../../src/client/api/utc-range.ts';
import type { CheckOutcome, ExaminedService } from '../../../../src/cli/commands/doctor/check.ts';
import { runChecks } from '../../../../src/cli/commands/doctor/checks.ts';
import { type Budget, ReadOnlyCaller } from '../../../../src/cli/commands/doctor/read-only-caller.ts';
import { token } from '../../../support/service.ts';
import { month, type OddService } from './odd-service.ts';

/** The results of all checks, by name. */
export type Results = Readonly<Record<string, CheckOutcome>>;

/** Examines a service. */
export async function examine(
  { url }: Pick<OddService, 'url'>,
  budget: Partial<Budget> = {},
  given: Partial<ExaminedService> = {},
): Promise<Results> {
  const options = { baseUrl: url, token, environment: 'production' } as const;
  const caller = new ReadOnlyCaller(options, { requests: 100, rows: 20_000, rateLimit: 60_000, ...budget });
  const service = { environment: 'production', baseUrl: url, token, range: utcMonth(month), ...given };
  const results: Record<string, CheckOutcome> = {};
  for await (const outcome of runChecks({ caller, service })) results[outcome.name] = outcome;
  return results;
}

/** The requests that read, written out from the specification; that of offers is the only POST, without a body. */
const reads =
  /^(GET \/(reporting\/financial-data\/transactions|v1\/portal-content\/[^/ ]+|v1\/price-points(\/\d+)?|v1\/translations)|POST \/offering\/offer\/get-offers)$/;

/** Fails if anything was sent that does not only read. */
export function expectOnlyReads({ sent }: Pick<OddService, 'sent'>): void {
  expect(sent.filter((request) => !reads.test(request))).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
}
