import { TokenRedactor } from '../../client/errors/token-redactor.ts';
import { type Check, type Doctor, type Outcome, skipped, undetermined, type Verdict } from './check.ts';
import { connectionChecks } from './checks/connection.ts';
import { countChecks } from './checks/counts.ts';
import { currencyDigits } from './checks/currency-digits.ts';
import { offerChecks } from './checks/offers.ts';
import { lastPage } from './checks/pages.ts';
import { rangeChecks } from './checks/ranges.ts';
import { responseChecks } from './checks/responses.ts';
import { rowChecks } from './checks/rows.ts';
import { transactions } from './checks/transactions.ts';
import { BudgetError } from './read-only-caller.ts';

/** All checks, in the order in which they run. A check stands after those whose material it needs. */
export const checks: readonly Check[] = [
  ...connectionChecks,
  transactions,
  ...rangeChecks,
  lastPage,
  ...countChecks,
  ...rowChecks,
  currencyDigits,
  ...offerChecks,
  ...responseChecks,
];

/** A check has no material; the message is the name of the check that failed first. */
class NoMaterialError extends Error {}

/** Runs all checks, and yields the result of each as soon as it is known. */
export async function* runChecks({
  caller,
  service,
}: Pick<Doctor, 'caller' | 'service'>): AsyncGenerator<Outcome, void, undefined> {
  const verdicts = new Map<Check, Verdict>();
  const redactor = new TokenRedactor().remember(service.token);
  const doctor: Doctor = {
    caller,
    service,
    findingOf: (one) => verdicts.get(one)?.finding,
    need: <Material>(one: Check<Material>) => {
      const found = verdicts.get(one);
      if (!found) throw new Error(`"${one.name}" has not run yet`);
      // The checks between the one that failed first and this one are only its consequences.
      if (found.material === undefined) throw new NoMaterialError(found.hiddenBy ?? one.name);
      // The verdict of this check: its material has its type.
      return found.material as Material;
    },
  };
  for (const one of checks) {
    const verdict = await runCheck(one, doctor);
    verdicts.set(one, verdict);
    const outcome = { name: one.name, spec: one.spec, ...verdict, material: undefined };
    // The service may send the token anywhere, even as the name of a field. It is the same structure, with other strings.
    yield JSON.parse(redactor.redact(JSON.stringify(outcome))) as Outcome;
  }
}

async function runCheck(check: Check, doctor: Doctor): Promise<Verdict> {
  try {
    return await check.run(doctor);
  } catch (error) {
    if (error instanceof BudgetError) return undetermined(error.message);
    if (!(error instanceof NoMaterialError)) throw error;
    return { ...skipped(`because of "${error.message}"`), hiddenBy: error.message };
  }
}
