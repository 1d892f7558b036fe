import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { ClientOptions } from '../../../client/options/client-options.ts';
import type { ReadOnlyCaller } from './read-only-caller.ts';

/**
 * - `ok`: as documented, or as the defaults of the client expect.
 * - `note`: different, and the client handles it, or an option does.
 * - `problem`: something fails, or figures may be wrong.
 * - `undetermined`: could not be found out; the text says why.
 * - `skipped`: an earlier check, which is named, has to succeed first.
 */
type Status = 'ok' | 'note' | 'problem' | 'undetermined' | 'skipped';

/** What to set for a service. */
export interface AdvisedSettings {
  /** An option of the client: each check of a parameter finds one name. */
  readonly offerQueryNames?: ClientOptions['offerQueryNames'];
  /** Fields of the query of `transactions.list`, with their values as code. */
  readonly list?: Readonly<Record<string, string>>;
  /** What is set nowhere, and the flags of commands, as a sentence. */
  readonly advice?: string;
}

/** What may be printed: never a value of a row that could identify a player. */
type Printed = string | number | boolean | null | readonly Printed[] | { readonly [name: string]: Printed };

/** What a check found out. */
export interface Verdict<Material = unknown> {
  readonly status: Status;
  /** One line for people. */
  readonly text: string;
  /** The same for machines. */
  readonly finding?: Printed | undefined;
  readonly settings?: AdvisedSettings | undefined;
  /** What later checks need, rows among it: it is never printed. Without it, the checks that need this one are skipped. */
  readonly material?: Material | undefined;
  /** The check that failed first, if it hides this one. */
  readonly hiddenBy?: string;
}

/** What a check can use. */
export interface Doctor {
  readonly caller: ReadOnlyCaller;
  readonly service: ExaminedService;
}

/** Earlier checks, by what another one calls their material. */
type Checks = Readonly<Record<string, Check>>;

/** One question to a service. */
export interface Check<Material = unknown> {
  readonly name: string;
  /** The sections of the specification. */
  readonly spec?: string | undefined;
  /** Those without whose material this one is skipped. */
  readonly needs: Checks;
  /** Those whose material it can do without. */
  readonly uses: Checks;
  /** What it needs and uses is given to it by its name. */
  readonly run: Examine<Material, Readonly<Record<string, unknown>>>;
}

type Examine<Material, Materials> = (
  given: Doctor & Materials,
) => Verdict<Material> | Promise<Verdict<Material>>;

type MaterialOf<One> = One extends Check<infer Material> ? Material : never;
type MaterialsOf<Needs, Uses> = { readonly [Name in keyof Needs]: MaterialOf<Needs[Name]> } & {
  readonly [Name in keyof Uses]: MaterialOf<Uses[Name]> | undefined;
};

/** Returns a check. Its material has the type that its verdicts give it; what it needs and uses has the types of theirs. */
export function check<Material = never, Needs extends object = object, Uses extends object = object>(
  about: Pick<Check, 'name' | 'spec'> & { readonly needs?: Needs & Checks; readonly uses?: Uses & Checks },
  run: Examine<Material, MaterialsOf<Needs, Uses>>,
): Check<Material> {
  // What is given has the names of `needs` and `uses`.
  return { needs: {}, uses: {}, ...about, run: (given) => run(given as Doctor & MaterialsOf<Needs, Uses>) };
}

function verdict(status: Status) {
  return <Material = never>(
    text: string,
    finding?: Printed,
    more?: Pick<Verdict<Material>, 'settings' | 'material'>,
  ): Verdict<Material> => ({ status, text, finding, ...more });
}

export const ok = verdict('ok');
export const note = verdict('note');
export const problem = verdict('problem');
export const undetermined = verdict('undetermined');
export const skipped = verdict('skipped');

/** The service, and what the command line says about it. */
export interface ExaminedService {
  readonly environment: string;
  readonly baseUrl: string;
  readonly token: string;
  /** The range to read; `undefined` to find one. */
  readonly range?: { readonly startDate: string; readonly endDate: string } | undefined;
  /** Those of the command line. */
  readonly currencyDigits?: CurrencyDigits | undefined;
}

/** The result of a check, without what must not be printed. */
export type CheckOutcome = Pick<Check, 'name' | 'spec'> & Omit<Verdict, 'material'>;
