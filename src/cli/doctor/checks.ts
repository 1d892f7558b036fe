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
import { cursorLifetime, pageChecks } from './checks/pages.ts';
import { headerChecks } from './checks/headers.ts';
import { offerChecks } from './checks/offers.ts';
import { operationChecks } from './checks/operations.ts';
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

/** All checks, in the order in which they run. A check stands after those that it needs. */
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

/** Runs all checks, and yields the result of each as soon as it is known. */
export async function* runChecks({
  caller,
  service,
}: Pick<Doctor, 'caller' | 'service'>): AsyncGenerator<Outcome, void, undefined> {
  const materials = new Map<Check, unknown>();
  const outcomes = new Map<Check, Outcome>();
  const redactor = new TokenRedactor().remember(service.token);
  const doctor: Doctor = { caller, service, findingOf: (one) => outcomes.get(one)?.finding };
  const all = sections.flatMap(({ title, checks }) => checks.map((one) => [title, one] as const));
  for (const [section, one] of all) {
    const { name, spec, needs } = one;
    const missing = needs.find((needed) => !materials.has(needed));
    const { material, status, text, ...found } = missing
      ? hiddenBy(outcomes.get(missing)?.hiddenBy ?? missing.name)
      : await runCheck(
          one,
          doctor,
          needs.map((needed) => materials.get(needed)),
        );
    if (material !== undefined) materials.set(one, material);
    const asked = status === 'undetermined' || status === 'skipped' ? questions[name] : undefined;
    const { hiddenBy: root, ...rest } = found;
    const outcome = { name, section, spec, status, text, ...rest, question: asked, hiddenBy: root };
    // The service may send the token anywhere, even as the name of a field. It is the same structure, with other strings.
    const redacted = JSON.parse(redactor.redact(JSON.stringify(outcome))) as Outcome;
    outcomes.set(one, redacted);
    yield redacted;
  }
}

async function runCheck(check: Check, doctor: Doctor, materials: readonly unknown[]): Promise<Verdict> {
  try {
    return await check.run(doctor, materials);
  } catch (error) {
    if (error instanceof BudgetError) return undetermined(error.message);
    throw error;
  }
}

/** Names the check that failed first: the ones between are only its consequences. */
function hiddenBy(root: string): Verdict {
  return { ...skipped(`because of "${root}", above`), hiddenBy: root };
}
