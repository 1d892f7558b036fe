import { TokenRedactor } from '../../client/errors/token-redactor.ts';
import {
  type Check,
  check,
  type Doctor,
  type Outcome,
  skipped,
  undetermined,
  type Verdict,
} from './check.ts';
import { connectionChecks } from './checks/connection.ts';
import { countChecks } from './checks/counts.ts';
import { headerChecks } from './checks/headers.ts';
import { offerChecks } from './checks/offers.ts';
import { operationChecks } from './checks/operations.ts';
import { cursorLifetime, pageChecks } from './checks/pages.ts';
import { rangeChecks } from './checks/ranges.ts';
import { responseChecks } from './checks/responses.ts';
import { rowChecks } from './checks/rows.ts';
import { questions } from './questions.ts';
import { BudgetError } from './read-only-caller.ts';

/** What no reading of the service shows, by the reason: the checks, with their sections of the specification. */
const unreadable = {
  'shown by a write only, and doctor only reads': {
    'checkout-price': '§4.15',
    'checkout-fields': '§4.15',
    'checkout-lifetime': '§4.15',
    'checkout-cancel': '§4.15',
    'write-fields': '§4.3, §4.7, §4.6a',
    'country-case': '§2.2, §4.15',
    'write-limits': '§8',
    'write-errors': '§7.4, §7.5',
    'content-states': '§3',
  },
  'shown by a request to your endpoint only': {
    'callback-signature': '§5',
    'callback-fields': '§4.14',
    'callback-events': '§6',
  },
  'a wrong token is never sent, because that could lock the account': { 'token-lifetime': '§5, §7.1' },
};

const unreadableChecks = Object.entries(unreadable).flatMap(([reason, checks]) =>
  Object.entries(checks).map(([name, spec]) => check({ name, spec }, () => undetermined(reason))),
);

/** All checks, in the order in which they run. A check stands after those whose material it needs. */
export const sections: readonly { readonly title: string; readonly checks: readonly Check[] }[] = [
  { title: 'Connection', checks: connectionChecks },
  { title: 'Operations', checks: operationChecks },
  { title: 'Responses', checks: responseChecks },
  { title: 'Ranges and pages', checks: [...rangeChecks, ...pageChecks, ...countChecks] },
  { title: 'Rows', checks: rowChecks },
  { title: 'Offers', checks: offerChecks },
  { title: 'Headers and times', checks: [cursorLifetime, ...headerChecks] },
  { title: 'To be asked', checks: unreadableChecks },
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
  for (const { title: section, checks } of sections) {
    for (const one of checks) {
      const { name, spec } = one;
      const verdict = await runCheck(one, doctor);
      verdicts.set(one, verdict);
      const isOpen = verdict.status === 'undetermined' || verdict.status === 'skipped';
      const question = isOpen ? questions[name] : undefined;
      const outcome = { name, section, spec, ...verdict, material: undefined, question };
      // The service may send the token anywhere, even as the name of a field. It is the same structure, with other strings.
      yield JSON.parse(redactor.redact(JSON.stringify(outcome))) as Outcome;
    }
  }
}

async function runCheck(check: Check, doctor: Doctor): Promise<Verdict> {
  try {
    return await check.run(doctor);
  } catch (error) {
    if (error instanceof BudgetError) return undetermined(error.message);
    if (!(error instanceof NoMaterialError)) throw error;
    return { ...skipped(`because of "${error.message}", above`), hiddenBy: error.message };
  }
}
