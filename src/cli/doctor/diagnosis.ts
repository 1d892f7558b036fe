import { inspect } from 'node:util';

import { printable } from '../../client/errors/printable.ts';
import type { OfferQueryNames } from '../../client/api/offers.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { counted } from '../format.ts';
import { type ExaminedService, type Outcome, type Settings, type Status, statuses } from './check.ts';
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

/** The number of checks with a status. */
function countOf(checks: readonly Outcome[], status: Status): number {
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
  const fields = Object.entries(client).map(
    ([name, value]) => `${name}: ${inspect(value, { breakLength: Infinity })}`,
  );
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
    const count = countOf(checks, status);
    return count > 0 ? [`${count} ${status}`] : [];
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
