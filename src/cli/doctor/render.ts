import { printable } from '../../errors/printable.ts';
import { html, Markup } from '../../html/markup.ts';
import { palette } from '../../html/palette.ts';
import { counted } from '../format.ts';
import { sections, type Outcome, type Status } from './check.ts';
import { countOf, type Diagnosis } from './diagnosis.ts';

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
    ...indented(code ?? defaultsFit(advice)),
    ...advice.map((one) => `  - ${one}`),
    ...['', "What to ask the service's people"],
    ...questions.map((one) => `  - ${one}`),
    '',
  ].join('\n');
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `  ${line}`.trimEnd());
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

const statuses: readonly Status[] = ['ok', 'note', 'problem', 'undetermined', 'skipped'];

const title = 'publisher-commerce doctor';

/** The report for a ticket. */
export function renderMarkdown(diagnosis: Diagnosis): string {
  const { baseUrl, environment, time, code, advice, questions } = diagnosis;
  const tables = bySection(diagnosis).map(
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

/** A service could send Markdown, and the report may be shown as a page. */
function cell(text: string): string {
  return printable(text).replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`);
}

function bySection({ checks }: Diagnosis): readonly (readonly [string, readonly Outcome[]])[] {
  return sections.map((section) => [section, checks.filter((one) => one.section === section)] as const);
}

const style = `${palette}
body{margin:0 auto;max-width:70rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
table{width:100%;border-collapse:collapse;background:var(--card)}
th,td{padding:.4rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
.problem{color:var(--warn);font-weight:600}.note{color:var(--warn)}.ok{color:var(--ok)}.undetermined,.skipped{color:var(--muted)}
pre{padding:1rem;overflow-x:auto;background:var(--card);border:1px solid var(--line)}
`;

/** Nothing may be loaded or run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as one page. */
export function renderHtml(diagnosis: Diagnosis): string {
  const { baseUrl, environment, time, code, advice, questions } = diagnosis;
  const list = (items: readonly string[]): Markup =>
    html`<ul>
      ${items.map((item) => html`<li>${item}</li> `)}
    </ul> `;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p><bdi>${baseUrl}</bdi> (${environment}), ${time}: ${summaryOf(diagnosis)}</p>
        ${bySection(diagnosis).map(([section, checks]) => renderSection(section, checks))}
        <h2>What to set</h2>
        ${code === undefined ? html`<p>${defaultsFit(advice)}</p> ` : html`<pre>${new Markup(lines(code))}</pre> `}
        ${list(advice)}
        <h2>What to ask the service's people</h2>
        ${list(questions)}
      </body>
    </html> `.html;
}

/** Line breaks would become visible escapes. */
function lines(code: string): string {
  return code
    .split('\n')
    .map((line) => html`${line}`.html)
    .join('\n');
}

function renderSection(section: string, checks: readonly Outcome[]): Markup {
  return html`<h2>${section}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Check</th>
          <th scope="col">Result</th>
          <th scope="col">Spec</th>
        </tr>
      </thead>
      <tbody>
        ${checks.map(
          ({ status, name, text, spec = '' }) =>
            html`<tr>
              <td class="${status}">${status}</td>
              <td>${name}</td>
              <td>${text}</td>
              <td>${spec}</td>
            </tr> `,
        )}
      </tbody>
    </table> `;
}
