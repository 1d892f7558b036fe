import type { ClientOptions } from '../../client/options/client-options.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
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
export interface Settings {
  /** An option of the client: each check of a parameter finds one name. */
  readonly offerQueryNames?: ClientOptions['offerQueryNames'];
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
  readonly finding?: Finding | undefined;
  readonly settings?: Settings | undefined;
  /** What later checks need, rows among it: it is never printed. Without it, the checks that need this one are skipped. */
  readonly material?: Material | undefined;
  /** The check that failed first, if it hides this one. */
  readonly hiddenBy?: string;
}

/** One question to a service. */
export interface Check<Material = unknown> {
  readonly name: string;
  /** The sections of the specification. */
  readonly spec?: string;
  readonly run: (doctor: Doctor) => Verdict<Material> | Promise<Verdict<Material>>;
}

/** Returns a check whose material has the type that its verdicts give it. */
export function check<Material = never>(
  about: Omit<Check, 'run'>,
  run: Check<Material>['run'],
): Check<Material> {
  return { ...about, run };
}

function verdict(status: Status) {
  return <Material = never>(
    text: string,
    finding?: Finding,
    more?: Pick<Verdict<Material>, 'settings' | 'material'>,
  ): Verdict<Material> => ({ status, text, finding, ...more });
}

export const ok = verdict('ok');
export const note = verdict('note');
export const problem = verdict('problem');
export const undetermined = verdict('undetermined');
export const skipped = verdict('skipped');

/** What a check can use. */
export interface Doctor {
  readonly caller: ReadOnlyCaller;
  readonly service: ExaminedService;
  /** Returns the material of an earlier check; without it, the check that asks for it is skipped. */
  readonly need: <Material>(check: Check<Material>) => Material;
  /** Returns what an earlier check found out, for one that can do without its material. */
  readonly findingOf: (check: Check) => Finding | undefined;
}

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
export type Outcome = Omit<Check, 'run'> & Omit<Verdict, 'material'>;
