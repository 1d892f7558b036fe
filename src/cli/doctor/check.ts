import type { ClientOptions } from '../../client/options/client-options.ts';
import type { ReadOnlyCaller } from './read-only-caller.ts';

/**
 * - `ok`: as documented, or as the defaults of the client expect.
 * - `note`: different, and the client handles it, or an option does.
 * - `problem`: something fails, or figures may be wrong.
 * - `undetermined`: cannot be found out by reading, or not within the limits; the text says why.
 * - `skipped`: an earlier check, which is named, has to succeed first.
 */
export const statuses = ['ok', 'note', 'problem', 'undetermined', 'skipped'] as const;
export type Status = (typeof statuses)[number];

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
  readonly finding?: Finding | undefined;
  readonly settings?: Settings | undefined;
  /** What later checks need, rows among it: it is never printed. Without it, the checks that need this one are skipped. */
  readonly material?: Material | undefined;
  /** The check that failed first, if it hides this one. */
  readonly hiddenBy?: string;
}

/** What a check is about. */
interface About {
  readonly name: string;
  /** The sections of the specification. */
  readonly spec?: string;
}

/** One question to a service. */
export interface Check<Material = unknown> extends About {
  /** The checks whose material it gets, in this order. */
  readonly needs: readonly Check[];
  readonly run: (
    doctor: Doctor,
    materials: readonly unknown[],
  ) => Verdict<Material> | Promise<Verdict<Material>>;
}

type Materials<Needs extends readonly Check[]> = {
  readonly [At in keyof Needs]: Needs[At] extends Check<infer Material> ? Material : never;
};

/** Returns a check that runs with the materials of those that it needs. */
export function check<Material = never, const Needs extends readonly Check[] = []>(
  about: About & { readonly needs?: Needs },
  run: (doctor: Doctor, ...materials: Materials<Needs>) => Verdict<Material> | Promise<Verdict<Material>>,
): Check<Material> {
  // It is run with the material of each check that it needs.
  return { needs: [], ...about, run: (doctor, materials) => run(doctor, ...(materials as Materials<Needs>)) };
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
  /** Returns what an earlier check found out, for one that can do without its material. */
  readonly findingOf: (check: Check) => Finding | undefined;
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
export interface Outcome extends About, Omit<Verdict, 'material'> {
  /** Title of the section. */
  readonly section: string;
  /** What to ask the service's people, if it stays undetermined. */
  readonly question?: string;
}
