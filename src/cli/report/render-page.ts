import { html, Markup } from '../../shared/html/markup.ts';
import { formatShare, formatUsd, grouped } from '../format.ts';
import { renderChart } from './render-chart.ts';
import { contentOf, renderHtmlTable } from './render-table.ts';
import {
  apiNames,
  type Card,
  type Rate,
  ratesNote,
  type ReportDocument,
  type Section,
  type Table,
} from './report-document.ts';
import { styleSheet } from './style-sheet.ts';

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
          ${new Markup(styleSheet)}
        </style>
      </head>
      <body${report.full ? new Markup(' class="full"') : ''}>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
          <p class="kicker"><bdi>${report.account ?? 'Publisher Commerce'}</bdi></p>
          <h1><bdi>${report.title}</bdi></h1>
          <p class="subtitle">${report.subtitle}</p>
          <p class="subtitle source"><bdi>${report.source}</bdi></p>
          ${report.notices.map(({ kind, text }) => html`<p class="notice ${kind}">${text}</p> `)}
        </header>
        <nav aria-label="Sections">
          <ul>
            ${contents(report).map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
          </ul>
        </nav>
        <main id="main">
          <section id="totals" aria-labelledby="totals-heading">
            <h2 id="totals-heading">Totals in US dollars</h2>
            <p class="note">${report.check}</p>
            <div class="cards equation">${report.cards.map((card, index) => renderCard(card, index, report.balanced))}</div>
          </section>
          ${report.comparison ? renderSection(report.comparison) : ''}
          <section id="rates" aria-labelledby="rates-heading">
            <h2 id="rates-heading">Refunds and disputes</h2>
            <p class="note">${ratesNote}</p>
            <div class="cards rates">${report.rates.map(renderRate)}</div>
          </section>
          ${report.sections.map(renderSection)} ${renderNames(report.sections)}
          ${renderReceipt(report.receipt)}
        </main>
      </body>
    </html> `;
  return page.html;
}

function contents(report: ReportDocument): readonly { readonly id: string; readonly title: string }[] {
  const { comparison, sections } = report;
  return [
    { id: 'totals', title: 'Totals' },
    ...(comparison ? [{ id: comparison.id, title: 'Comparison' }] : []),
    { id: 'rates', title: 'Refunds and disputes' },
    ...sections,
    { id: 'receipt', title: 'Receipt' },
  ];
}

/** Between gross, tax, fees and net. In words: a minus sign stands before a negative amount only. */
const operators = ['', 'less', 'less', 'is'];

function renderCard({ label, cents, definition, change }: Card, index: number, balanced: boolean): Markup {
  const operator = operators[index] === 'is' && !balanced ? 'is not' : operators[index];
  const figure = formatUsd(cents);
  return html`${operator ? html`<p class="operator">${operator}</p>` : ''}
    <div class="card">
      <h3>${label}</h3>
      <p class="figure" style="--length:${figure.length}">${figure}</p>
      ${change ? renderChange(change) : ''}
      <p class="definition">${definition}</p>
    </div> `;
}

function renderChange({ cents, share, period }: NonNullable<Card['change']>): Markup {
  const percent = share.denominator > 0n ? [`(${formatShare(share)})`] : [];
  const figures = [formatUsd(cents), ...percent].join(' ');
  const signed = cents > 0n ? figures.replace(/^|(?<=\()/g, '+') : figures;
  return html`<p class="quotient">${signed} since ${period}</p>`;
}

function renderRate({ label, byNumber, byAmount, definition }: Rate): Markup {
  return html`<div class="card">
    <h3>${label}</h3>
    <p class="figure">${formatShare(byNumber)}</p>
    <p class="quotient">${grouped(byNumber.numerator)} of ${grouped(byNumber.denominator)} rows</p>
    <p class="quotient">
      By amount ${formatShare(byAmount)}: ${formatUsd(byAmount.numerator)} of
      ${formatUsd(byAmount.denominator)}
    </p>
    <p class="definition">${definition}</p>
  </div> `;
}

/** A table with more rows is folded on screen. */
const maxOpenRows = 12;

function renderSection({ id, title, note, chart, table, full }: Section): Markup {
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
    ${table ? (isFolded ? renderFolded(table, id) : renderHtmlTable(table, id)) : ''}
    ${full ? renderFolded(full, `${id}-full`, 'more') : ''}
  </section> `;
}

function renderFolded(table: Table, id: string, kind = ''): Markup {
  return html`<details class="${kind}">
    <summary>${table.caption}</summary>
    ${renderHtmlTable(table, id)}
  </details>`;
}

/** A footnote: what the API calls what people read. It is not the end of the page, which could be a page of print. */
function renderNames(sections: readonly Section[]): Markup {
  const names = apiNames(sections.flatMap(({ table }) => (table ? [table] : [])));
  const list = names.map(
    ({ label, field }, index) => html`${index === 0 ? '' : ' · '}<bdi>${label}</bdi> <code>${field}</code>`,
  );
  return html`<p class="footnote">Names in the API: ${list}</p>`;
}

function renderReceipt(receipt: Table | undefined): Markup {
  const none =
    'There is no receipt beside the file. An export writes one, and it proves that the file is complete.';
  return html`<section id="receipt" aria-labelledby="receipt-heading">
    <h2 id="receipt-heading">Receipt</h2>
    ${
      receipt
        ? html`<dl class="receipt">
            ${receipt.rows.map(
              ([label, value]) =>
                html`<div>
                  <dt>${label ? contentOf(label) : ''}</dt>
                  <dd>${value ? contentOf(value) : ''}</dd>
                </div> `,
            )}
          </dl>`
        : html`<p class="note">${none}</p>`
    }
  </section> `;
}
