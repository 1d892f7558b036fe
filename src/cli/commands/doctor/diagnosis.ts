import { inspect } from 'node:util';

import { printable } from '../../../client/errors/printable.ts';
import { exitCode, type ExitCode } from '../../terminal/command-error.ts';
import { counted, warningStyle } from '../../terminal/format.ts';
import type { AdvisedSettings, CheckOutcome, ExaminedService } from './check.ts';
import { address } from './checks/connection.ts';
import type { ReadOnlyCaller } from './read-only-caller.ts';

/** Everything that a run has found out. */
export type Diagnosis = ReturnType<typeof diagnose>;

/** Sums up a run that took so many seconds. */
export function diagnose(
  checks: readonly CheckOutcome[],
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
    code: programOf(settings),
    // What to do besides.
    advice: [...new Set(settings.flatMap(({ advice }) => advice ?? []))],
  };
}

/** 1 without a connection, 3 with a problem. */
export function exitCodeOf({ checks }: Diagnosis): ExitCode {
  const problems = checks.filter(({ status }) => status === 'problem');
  if (problems.some(({ name }) => name === address.name)) return exitCode.failed;
  return problems.length > 0 ? exitCode.different : exitCode.done;
}

/** Returns the options of the client and of a list as a program; `undefined` if the defaults fit. */
function programOf(settings: readonly AdvisedSettings[]): string | undefined {
  const names = settings.flatMap(({ offerQueryNames }) => Object.entries(offerQueryNames ?? {}));
  const query = settings.flatMap(({ list }) => Object.entries(list ?? {}));
  if (names.length + query.length === 0) return undefined;
  const offerQueryNames = inspect(Object.fromEntries(names), { breakLength: Infinity });
  const options = names.length > 0 ? `{\n  offerQueryNames: ${offerQueryNames},\n}` : '';
  const fields = query.map(([name, value]) => `  ${name}: ${value},\n`).join('');
  return [
    "import { PublisherClient, utcMonth } from 'publisher-commerce';\n",
    `const client = new PublisherClient(${options});`,
    ...(fields === ''
      ? []
      : [`const transactions = client.transactions.list({\n  ...utcMonth('last'),\n${fields}});`]),
  ].join('\n');
}

/** The checks by what they mean for a reader. */
function groupsOf({ checks }: Diagnosis) {
  const {
    different = [],
    documented = [],
    open = [],
  } = Object.groupBy(checks, ({ status }) =>
    status === 'ok' ? 'documented' : status === 'note' || status === 'problem' ? 'different' : 'open',
  );
  return { different, documented, open };
}

const titles = {
  set: 'What to set',
  different: 'What differs from the specification',
  documented: 'As documented',
  open: 'What could not be found out',
} as const;

/** The report for a terminal. */
export function renderLines(diagnosis: Diagnosis): readonly string[] {
  const { code, advice, checks } = diagnosis;
  const { different, documented, open } = groupsOf(diagnosis);
  // An earlier check may hide most of the others.
  const reasons = Map.groupBy(open, ({ text }) => text);
  return [
    titles.set,
    ...(code ?? defaultsFit(advice)).split('\n').map((line) => `  ${line}`.trimEnd()),
    ...advice.map((one) => `  - ${one}`),
    ...['', titles.different],
    ...(different.length > 0 ? different.map(renderDifference) : ['  Nothing.']),
    ...['', `${titles.documented}: ${documented.length} of ${counted(checks.length, 'check')}`],
    ...(open.length > 0 ? ['', titles.open] : []),
    ...[...reasons].map(
      ([text, alike]) => `  ${alike.map(({ name }) => name).join(', ')}: ${printable(text)}`,
    ),
    ...['', effortOf(diagnosis)],
  ];
}

function renderDifference({ status, name, spec, text }: CheckOutcome): string {
  const section = spec === undefined ? '' : ` (${spec})`;
  return warningStyle(
    `  ${status.padEnd('problem'.length)}  ${name}${section}: ${printable(text)}`,
    process.stdout,
  );
}

function defaultsFit(advice: readonly string[]): string {
  return advice.length > 0 ? 'No option:' : 'Nothing: the defaults fit.';
}

/** The service, and what was done: an environment that was left set selects another one than its reader believes. */
function effortOf({ baseUrl, environment, requests, rows, seconds }: Diagnosis): string {
  return `${baseUrl} (${environment}): ${counted(requests, 'request')}, ${counted(rows, 'row')}, ${seconds.toFixed(1)} s. Nothing was changed.`;
}

/** The report for a ticket: the same, and what every check has found. */
export function renderMarkdown(diagnosis: Diagnosis): string {
  const { time, code, advice } = diagnosis;
  const set = code === undefined ? defaultsFit(advice) : `\`\`\`ts\n${code}\n\`\`\``;
  return [
    `# publisher-commerce doctor\n\n${time}, ${effortOf(diagnosis)}\n`,
    `## ${titles.set}\n\n${set}\n${advice.map((item) => `\n- ${item}\n`).join('')}`,
    ...Object.entries(groupsOf(diagnosis)).flatMap(([group, checks]) =>
      checks.length === 0 ? [] : [`## ${titles[group as keyof typeof titles]}\n\n${tableOf(checks)}`],
    ),
  ].join('\n');
}

function tableOf(checks: readonly CheckOutcome[]): string {
  const rows = checks.map(
    ({ status, name, text, spec = '' }) => `| ${status} | ${name} | ${markdownCell(text)} | ${spec} |\n`,
  );
  return `| status | check | result | spec |\n|---|---|---|---|\n${rows.join('')}`;
}

/** A service could send Markdown, and a ticket may show the report as a page. */
function markdownCell(text: string): string {
  return printable(text).replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`);
}
