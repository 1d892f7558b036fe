import { inspect } from 'node:util';

import { printable } from '../../client/errors/printable.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { counted } from '../format.ts';
import { type ExaminedService, type Outcome, type Settings, statuses } from './check.ts';
import { response } from './checks/connection.ts';
import type { ReadOnlyCaller } from './read-only-caller.ts';

/** Everything that a run has found out. */
export type Diagnosis = ReturnType<typeof diagnose>;

/** Sums up a run that took so many seconds. */
export function diagnose(
  checks: readonly Outcome[],
  { environment, baseUrl }: ExaminedService,
  { requests, rows }: ReadOnlyCaller,
  seconds: number,
) {
  const settings = checks.flatMap((outcome) => outcome.settings ?? []);
  return {
    environment,
    baseUrl,
    // When the run ended.
    time: new Date().toISOString(),
    seconds,
    requests,
    rows,
    checks,
    // What to set; `undefined` if the defaults fit.
    code: codeOf(settings),
    // What to do besides.
    advice: [...new Set(settings.flatMap(({ advice }) => advice ?? []))],
    // What remains to be asked.
    questions: checks.flatMap(({ question, spec }) =>
      question === undefined ? [] : [spec === undefined ? question : `${question} (${spec})`],
    ),
  };
}

/** 1 without a connection, 3 with a problem. */
export function exitCodeOf({ checks }: Diagnosis): ExitCode {
  const problems = checks.filter(({ status }) => status === 'problem');
  if (problems.some(({ name }) => name === response.name)) return exitCode.failed;
  return problems.length > 0 ? exitCode.different : exitCode.done;
}

/** Returns the options of the client and of a list as a program; `undefined` if the defaults fit. */
function codeOf(settings: readonly Settings[]): string | undefined {
  const clients = settings.flatMap(({ client }) => client ?? []);
  const options = new Map<string, unknown>(clients.flatMap((client) => Object.entries(client)));
  // Each check of a parameter has found one name.
  const names = clients.flatMap(({ offerQueryNames }) => Object.entries(offerQueryNames ?? {}));
  if (names.length > 0) options.set('offerQueryNames', Object.fromEntries(names));
  const query = new Map(settings.flatMap(({ list }) => Object.entries(list ?? {})));
  if (options.size + query.size === 0) return undefined;
  const fields = [...options].map(
    ([name, value]) => `  ${name}: ${inspect(value, { breakLength: Infinity })},\n`,
  );
  const listed = [...query].map(([name, value]) => `  ${name}: ${value},\n`);
  return [
    "import { PublisherClient, utcMonth } from 'publisher-commerce';\n",
    `const client = new PublisherClient(${options.size > 0 ? `{\n${fields.join('')}}` : ''});`,
    ...(query.size > 0
      ? [`const transactions = client.transactions.list({\n  ...utcMonth('last'),\n${listed.join('')}});`]
      : []),
  ].join('\n');
}

const statusWidth = 'undetermined'.length;

/** One line for a terminal. */
export function renderLine({ status, name, text }: Outcome): string {
  return `  ${status.padEnd(statusWidth)}  ${name}: ${printable(text)}`;
}

/** What follows the lines of the checks. */
export function renderEnd(diagnosis: Diagnosis): string {
  const { code, advice, questions } = diagnosis;
  return [
    ...['', summaryOf(diagnosis), '', 'What to set'],
    ...(code ?? defaultsFit(advice)).split('\n').map((line) => `  ${line}`.trimEnd()),
    ...advice.map((one) => `  - ${one}`),
    ...['', "What to ask the service's people"],
    ...questions.map((one) => `  - ${one}`),
    '',
  ].join('\n');
}

function defaultsFit(advice: readonly string[]): string {
  return advice.length > 0 ? 'No option:' : 'Nothing: the defaults fit.';
}

function summaryOf({ checks, requests, rows, seconds }: Diagnosis): string {
  const counts = statuses.flatMap((status) => {
    const { length } = checks.filter((one) => one.status === status);
    return length > 0 ? [`${length} ${status}`] : [];
  });
  const sent = `${counted(requests, 'request')}, ${counted(rows, 'row')}, ${seconds.toFixed(1)} s`;
  return `${counts.join(', ')}; ${sent}. Nothing was changed.`;
}

const title = 'publisher-commerce doctor';

/** The report for a ticket. */
export function renderMarkdown(diagnosis: Diagnosis): string {
  const { baseUrl, environment, time, code, advice, questions } = diagnosis;
  const tables = [...Map.groupBy(diagnosis.checks, ({ section }) => section)].map(
    ([section, checks]) =>
      `## ${section}\n\n| status | check | result | spec |\n|---|---|---|---|\n${checks
        .map(({ status, name, text, spec = '' }) => `| ${status} | ${name} | ${cell(text)} | ${spec} |\n`)
        .join('')}`,
  );
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}\n`).join('');
  return [
    `# ${title}\n\n${baseUrl} (${environment}), ${time}: ${summaryOf(diagnosis)}\n`,
    ...tables,
    `## What to set\n\n${code === undefined ? `${defaultsFit(advice)}\n` : `\`\`\`ts\n${code}\n\`\`\`\n`}${
      advice.length > 0 ? `\n${list(advice)}` : ''
    }`,
    `## What to ask the service's people\n\n${list(questions)}`,
  ].join('\n');
}

/** A service could send Markdown, and a ticket may show the report as a page. */
function cell(text: string): string {
  return printable(text).replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`);
}
