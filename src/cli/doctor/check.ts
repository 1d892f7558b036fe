import { TokenRedactor } from '../../errors/token-redactor.ts';
import type { ClientOptions } from '../../options/client-options.ts';
import { BudgetError, type ReadOnlyCaller } from './read-only-caller.ts';

/** The sections of the output, in order. */
export const sections = [
  'Connection',
  'Operations',
  'Responses',
  'Ranges and pages',
  'Rows',
  'Offers',
  'Headers and times',
  'To be asked',
] as const;

type Section = (typeof sections)[number];

/**
 * - `ok`: as documented, or as the defaults of the client expect.
 * - `note`: different, and the client handles it, or an option does.
 * - `problem`: something fails, or figures may be wrong.
 * - `undetermined`: cannot be found out by reading, or not within the limits; the text says why.
 * - `skipped`: an earlier check, which is named, has to succeed first.
 */
export type Status = 'ok' | 'note' | 'problem' | 'undetermined' | 'skipped';

/** What to set for a service. */
export interface Settings {
  /** Options of the client. */
  readonly client?: Pick<ClientOptions, 'offerQueryNames' | 'rateLimit' | 'timeout' | 'totalTimeout'>;
  /** Fields of the query of `transactions.list`, with their values as code. */
  readonly list?: Readonly<Record<string, string>>;
  /** What is set nowhere, and the flags of commands, as a sentence. */
  readonly advice?: string;
}

/** What may be printed: never a value of a row that could identify a player. */
type Finding = string | number | boolean | null | readonly Finding[] | { readonly [name: string]: Finding };

/** What a check found out. */
export interface Verdict<Material = unknown> {
  readonly status: Status;
  /** One line for people. */
  readonly text: string;
  /** The same for machines. */
  readonly finding?: Finding;
  readonly settings?: Settings;
  /** What later checks need, rows among it: it is never printed. Without it, the checks that need this one are skipped. */
  readonly material?: Material;
}

/** One question to a service. */
export interface Check<Material = unknown> {
  readonly name: string;
  readonly section: Section;
  /** The sections of the specification. */
  readonly spec?: string;
  /** The checks whose material it uses. */
  readonly needs?: readonly Check[];
  /** What to ask the service's people if it stays undetermined. */
  readonly question?: string;
  readonly run: (doctor: Doctor) => Verdict<Material> | Promise<Verdict<Material>>;
}

/** What a check can use. */
export interface Doctor {
  readonly caller: ReadOnlyCaller;
  readonly service: ExaminedService;
  /** Returns what an earlier check kept for later ones; it must be one that the check needs. */
  readonly materialOf: <Material>(check: Check<Material>) => Material;
  /** Returns the verdict of an earlier check, for one that can do without its material. */
  readonly outcomeOf: (check: Check) => Outcome | undefined;
}

/** The service, and what the command line says about it. */
export interface ExaminedService {
  readonly environment: string;
  readonly baseUrl: string;
  /** Whether it is the built-in sandbox, which has no network. */
  readonly isDemo: boolean;
  readonly token: string;
  /** The range to read; `undefined` to find one. */
  readonly range?: { readonly startDate: string; readonly endDate: string } | undefined;
  readonly contentId?: string | undefined;
}

/** The result of a check, without what must not be printed. */
export interface Outcome {
  readonly name: string;
  readonly section: Section;
  readonly spec?: string;
  readonly status: Status;
  readonly text: string;
  readonly finding?: Finding;
  readonly settings?: Settings;
  readonly question?: string;
  /** The check that failed first, if it hides this one. */
  readonly hiddenBy?: string;
}

/** Runs checks in order, and yields the result of each as soon as it is known. */
export async function* runChecks(
  checks: readonly Check[],
  { caller, service }: Pick<Doctor, 'caller' | 'service'>,
): AsyncGenerator<Outcome, void, undefined> {
  const materials = new Map<Check, unknown>();
  const outcomes = new Map<Check, Outcome>();
  const redactor = new TokenRedactor().remember(service.token);
  const doctor: Doctor = {
    caller,
    service,
    // Only the check itself sets it.
    materialOf: <Material>(check: Check<Material>) => materials.get(check) as Material,
    outcomeOf: (check) => outcomes.get(check),
  };
  for (const check of checks) {
    const missing = check.needs?.find((needed) => !materials.has(needed));
    const verdict = missing ? hiddenBy(outcomes.get(missing), missing) : await runCheck(check, doctor);
    if (verdict.material !== undefined) materials.set(check, verdict.material);
    const outcome = redacted(outcomeOf(check, verdict), redactor);
    outcomes.set(check, outcome);
    yield outcome;
  }
}

async function runCheck(check: Check, doctor: Doctor): Promise<Verdict> {
  try {
    return await check.run(doctor);
  } catch (error) {
    if (error instanceof BudgetError) return { status: 'undetermined', text: error.message };
    throw error;
  }
}

type Hidden = Verdict & { readonly hiddenBy: string };

/** Names the check that failed first: the ones between are only its consequences. */
function hiddenBy(outcome: Outcome | undefined, { name }: Check): Hidden {
  const root = outcome?.hiddenBy ?? name;
  return { status: 'skipped', text: `because of "${root}", above`, hiddenBy: root };
}

function outcomeOf(check: Check, verdict: Verdict & Partial<Hidden>): Outcome {
  const { name, section, spec, question } = check;
  const { status, text, finding, settings, hiddenBy: root } = verdict;
  const isOpen = status === 'undetermined' || status === 'skipped';
  return {
    name,
    section,
    ...(spec !== undefined && { spec }),
    status,
    text,
    ...(finding !== undefined && { finding }),
    ...(settings && { settings }),
    ...(isOpen && question !== undefined && { question }),
    ...(root !== undefined && { hiddenBy: root }),
  };
}

/** The service may send the token anywhere, even as the name of a field. */
function redacted(outcome: Outcome, redactor: TokenRedactor): Outcome {
  // The same structure, with other strings.
  return JSON.parse(redactor.redact(JSON.stringify(outcome))) as Outcome;
}
