import { TokenRedactor } from '../../../client/errors/token-redactor.ts';
import { type Check, type CheckOutcome, type Doctor, skipped, undetermined, type Verdict } from './check.ts';
import { connectionChecks } from './checks/connection.ts';
import { countChecks } from './checks/counts.ts';
import { currencyDigitsCheck } from './checks/currency-digits.ts';
import { offerChecks } from './checks/offers.ts';
import { lastPage } from './checks/pages.ts';
import { rangeChecks } from './checks/ranges.ts';
import { responseChecks } from './checks/responses.ts';
import { rowChecks } from './checks/rows.ts';
import { sample } from './checks/sample.ts';
import { BudgetError } from './read-only-caller.ts';

/** All checks, in the order in which they run. A check stands after those that it needs or uses. */
export const checks: readonly Check[] = [
  ...connectionChecks,
  sample,
  ...rangeChecks,
  lastPage,
  ...countChecks,
  ...rowChecks,
  currencyDigitsCheck,
  ...offerChecks,
  ...responseChecks,
];

/** Runs all checks, and yields the result of each as soon as it is known. */
export async function* runChecks(doctor: Doctor): AsyncGenerator<CheckOutcome, void, undefined> {
  const verdicts = new Map<Check, Verdict>();
  const redactor = new TokenRedactor().remember(doctor.service.token);
  for (const one of checks) {
    const verdict = await examineOne(one, doctor, verdicts);
    verdicts.set(one, verdict);
    const outcome = { name: one.name, spec: one.spec, ...verdict, material: undefined };
    // The service may send the token anywhere, even as the name of a field. It is the same structure, with other strings.
    yield JSON.parse(redactor.redact(JSON.stringify(outcome))) as CheckOutcome;
  }
}

async function examineOne(
  { needs, uses, run }: Check,
  doctor: Doctor,
  verdicts: ReadonlyMap<Check, Verdict>,
): Promise<Verdict> {
  const materialOf = (earlier: Check): unknown => verdicts.get(earlier)?.material;
  const lacking = Object.values(needs).find((earlier) => materialOf(earlier) === undefined);
  if (lacking) {
    // The checks between the one that failed first and this one are only its consequences.
    const first = verdicts.get(lacking)?.hiddenBy ?? lacking.name;
    return { ...skipped(`because of "${first}"`), hiddenBy: first };
  }
  const materials = Object.entries({ ...needs, ...uses }).map(
    ([name, earlier]) => [name, materialOf(earlier)] as const,
  );
  try {
    return await run({ ...Object.fromEntries(materials), ...doctor });
  } catch (error) {
    // A limit may be reached by any of its requests.
    if (error instanceof BudgetError) return undetermined(error.message);
    throw error;
  }
}
