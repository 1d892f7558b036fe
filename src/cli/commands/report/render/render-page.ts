import { html, Markup } from '../../../../shared/html/markup.ts';
import {
  apiNames,
  type Card,
  type Figure,
  type NoticeKind,
  noticeKinds,
  type ReportDocument,
  type ReportTable,
} from '../report-document.ts';
import { renderChart } from './render-chart.ts';
import { renderContent, renderHtmlTable } from './render-table.ts';
import { reportStyle } from './style-sheet.ts';

/** Nothing may be loaded or run: the page needs neither a network nor a script. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Returns a report as one HTML page that needs no other file. */
export function renderPage(report: ReportDocument): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${report.title}</title>
        <style>
          ${new Markup(reportStyle)}
        </style>
      </head>
      <body${report.full ? new Markup(' class="full"') : ''}>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
          <p class="kicker"><bdi>${report.account ?? 'Publisher Commerce'}</bdi></p>
          <h1><bdi>${report.title}</bdi></h1>
          <p class="subtitle">${report.subtitle}</p>
          <p class="subtitle source"><bdi>${report.source}</bdi></p>
          ${noticeKinds.map((kind) => renderNotices(report, kind))}
        </header>
        <nav aria-label="Sections">
          <ul>
            ${[...report.figures, { id: 'receipt', title: 'Receipt' }].map(renderLink)}
          </ul>
        </nav>
        <main id="main">
          ${report.figures.map(renderFigure)} ${renderNames(report.figures)}
          ${renderReceipts(report.receipts)}
        </main>
      </body>
    </html> `;
  return page.html;
}

/** All of a kind stand in one box, so that a report of many files begins with its totals. */
function renderNotices({ notices }: ReportDocument, kind: NoticeKind): Markup | '' {
  const found = notices.filter((notice) => notice.kind === kind);
  if (found.length === 0) return '';
  return html`<div class="notice ${kind}">${found.map(({ text }) => html`<p>${text}</p> `)}</div>`;
}

function renderLink({ id, title, shortTitle = title }: Pick<Figure, 'id' | 'title' | 'shortTitle'>): Markup {
  return html`<li><a href="#${id}">${shortTitle}</a></li> `;
}

/** A table with more rows is folded on screen. */
const maxOpenRows = 12;

function renderFigure({ id, title, note, cards, chart, table, full }: Figure): Markup {
  const isFolded = table && table.rows.length > maxOpenRows;
  return html`<section id="${id}" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    <p class="note">${note}</p>
    ${
      chart
        ? html`<figure>
            <figcaption>${chart.title}</figcaption>
            ${renderChart(chart, id)}
          </figure>`
        : ''
    }
    ${cards ? renderCards(cards) : table ? (isFolded ? renderFolded(table, id) : renderHtmlTable(table, id)) : ''}
    ${full ? renderFolded(full, `${id}-full`, 'more') : ''}
  </section> `;
}

function renderCards(cards: readonly Card[]): Markup {
  const isEquation = cards.some(({ operator }) => operator);
  return html`<div class="cards ${isEquation ? 'equation' : 'rates'}">${cards.map(renderCard)}</div>`;
}

function renderCard({ label, value, lines, definition, operator }: Card): Markup {
  // The figures of an equation get smaller with its longest.
  const length = operator === undefined ? '' : html`style="--length:${value.length}"`;
  return html`${operator ? html`<p class="operator">${operator}</p>` : ''}
    <div class="card">
      <h3>${label}</h3>
      <p class="figure" ${length}>${value}</p>
      ${lines.map((line) => html`<p class="quotient">${line}</p> `)}
      <p class="definition">${definition}</p>
    </div> `;
}

function renderFolded(table: ReportTable, id: string, kind = ''): Markup {
  return html`<details class="${kind}">
    <summary>${table.caption}</summary>
    ${renderHtmlTable(table, id)}
  </details>`;
}

/** A footnote: what the API calls what people read. It is not the end of the page, which could be a page of print. */
function renderNames(figures: readonly Figure[]): Markup {
  const names = apiNames(figures.flatMap(({ table, cards }) => (table && !cards ? [table] : [])));
  const list = names.map(
    ({ label, field }, index) => html`${index === 0 ? '' : ' · '}<bdi>${label}</bdi> <code>${field}</code>`,
  );
  return html`<p class="footnote">Names in the API: ${list}</p>`;
}

function renderReceipts(receipts: readonly ReportTable[]): Markup {
  const none =
    'There is no receipt beside the file. An export writes one, and it proves that the file is complete.';
  return html`<section id="receipt" aria-labelledby="receipt-heading">
    <h2 id="receipt-heading">Receipt</h2>
    ${receipts.length === 0 ? html`<p class="note">${none}</p>` : receipts.map(renderReceipt)}
  </section> `;
}

function renderReceipt({ rows }: ReportTable): Markup {
  return html`<dl class="receipt">
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt>${label ? renderContent(label) : ''}</dt>
          <dd>${value ? renderContent(value) : ''}</dd>
        </div> `,
    )}
  </dl> `;
}
