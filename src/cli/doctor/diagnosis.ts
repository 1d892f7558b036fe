import type { OfferQueryNames } from '../../api/offers.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import type { ExaminedService, Outcome, Settings, Status } from './check.ts';
import { response } from './checks/connection.ts';
import type { ReadOnlyCaller } from './read-only-caller.ts';

/** Everything that a run has found out. */
export interface Diagnosis {
  readonly environment: string;
  readonly baseUrl: string;
  /** When the run ended. */
  readonly time: string;
  readonly seconds: number;
  readonly requests: number;
  readonly rows: number;
  readonly checks: readonly Outcome[];
  /** What to set, as code; `undefined` if the defaults fit. */
  readonly code: string | undefined;
  /** What to do besides. */
  readonly advice: readonly string[];
  /** What remains to be asked. */
  readonly questions: readonly string[];
}

/** Sums up a run that took so many seconds. */
export function diagnose(
  outcomes: readonly Outcome[],
  { environment, baseUrl }: ExaminedService,
  { requests, rows }: ReadOnlyCaller,
  seconds: number,
): Diagnosis {
  const settings = outcomes.flatMap((outcome) => outcome.settings ?? []);
  return {
    ...{ environment, baseUrl, time: new Date().toISOString(), seconds, requests, rows },
    checks: outcomes,
    code: codeOf(settings),
    advice: [...new Set(settings.flatMap(({ advice }) => advice ?? []))],
    questions: outcomes.flatMap(({ question, spec }) =>
      question === undefined ? [] : [spec === undefined ? question : `${question} (${spec})`],
    ),
  };
}

/** The number of checks with a status. */
export function countOf(checks: readonly Outcome[], status: Status): number {
  return checks.filter((one) => one.status === status).length;
}

/** 1 without a connection, 3 with a problem. */
export function exitCodeOf({ checks }: Diagnosis): ExitCode {
  if (checks.some(({ name, status }) => name === response.name && status === 'problem'))
    return exitCode.failed;
  return countOf(checks, 'problem') > 0 ? exitCode.different : exitCode.done;
}

function codeOf(settings: readonly Settings[]): string | undefined {
  const client: Record<string, unknown> = {};
  const names: Partial<OfferQueryNames> = {};
  const list: Record<string, string> = {};
  for (const one of settings) {
    const { offerQueryNames, ...others } = one.client ?? {};
    Object.assign(client, others);
    Object.assign(names, offerQueryNames);
    Object.assign(list, one.list);
  }
  if (Object.keys(names).length > 0) client['offerQueryNames'] = names;
  const fields = Object.entries(client).map(([name, value]) => `${name}: ${literal(value)}`);
  const query = Object.entries(list).map(([name, value]) => `${name}: ${value}`);
  if (fields.length === 0 && query.length === 0) return undefined;
  const options = fields.length > 0 ? `{\n${fields.map((field) => `  ${field},\n`).join('')}}` : '';
  return [
    "import { PublisherClient, utcMonth } from 'publisher-commerce';",
    '',
    `const client = new PublisherClient(${options});`,
    ...(query.length > 0
      ? [
          'const transactions = client.transactions.list({',
          ...["...utcMonth('last')", ...query].map((field) => `  ${field},`),
          '});',
        ]
      : []),
  ].join('\n');
}

/** A value as code: names need no quotes. */
function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replaceAll('"', "'");
  return `{ ${Object.entries(value)
    .map(([name, field]) => `${name}: ${literal(field)}`)
    .join(', ')} }`;
}
