import { html, Markup } from '../../html/markup.ts';
import { formatMoney, formatShare, formatUsd, grouped } from '../format.ts';
import { renderChart } from './render-chart.ts';
import {
  type Card,
  type Cell,
  type Rate,
  ratesNote,
  type ReceiptEntry,
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
      <body>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
          <p class="kicker">Publisher Commerce</p>
          <h1>${report.title}</h1>
          <p class="subtitle"><bdi>${report.subtitle}</bdi></p>
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
            <div class="cards">${report.cards.map(renderCard)}</div>
          </section>
          <section id="rates" aria-labelledby="rates-heading">
            <h2 id="rates-heading">Refunds and disputes</h2>
            <p class="note">${ratesNote}</p>
            <div class="cards rates">${report.rates.map(renderRate)}</div>
          </section>
          ${report.sections.map(renderSection)} ${renderReceipt(report.receipt)}
        </main>
      </body>
    </html> `;
  return page.html;
}

function contents({ sections }: ReportDocument): readonly { readonly id: string; readonly title: string }[] {
  return [
    { id: 'totals', title: 'Totals' },
    { id: 'rates', title: 'Refunds and disputes' },
    ...sections,
    { id: 'receipt', title: 'Receipt' },
  ];
}

function renderCard({ label, cents, definition }: Card): Markup {
  return html`<div class="card">
    <h3>${label}</h3>
    <p class="figure">${formatUsd(cents)}</p>
    <p class="definition">${definition}</p>
  </div> `;
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

function renderSection({ id, title, note, chart, table }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    <p class="note">${note}</p>
    ${chart ? html`<figure>${renderChart(chart, id)}</figure>` : ''} ${table ? renderTable(table, id) : ''}
  </section> `;
}

function renderReceipt(entries: readonly ReceiptEntry[]): Markup {
  const none =
    'There is no receipt beside the file. An export writes one, and it proves that the file is complete.';
  return html`<section id="receipt" aria-labelledby="receipt-heading">
    <h2 id="receipt-heading">Receipt</h2>
    ${
      entries.length === 0
        ? html`<p class="note">${none}</p>`
        : html`<dl class="receipt">
            ${entries.map(
              ({ label, value }) =>
                html`<div>
                  <dt>${label}</dt>
                  <dd><bdi>${value}</bdi></dd>
                </div> `,
            )}
          </dl>`
    }
  </section> `;
}

/** Returns a table in a region that scrolls on a narrow screen. */
export function renderTable(table: Table, id: string): Markup {
  const { caption, columns, rows, total } = table;
  return html`<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}-caption">
    <table>
      <caption id="${id}-caption">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ label, field }) => html`<th scope="col">${label}${fieldName(field)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map(renderCell)}
            </tr> `,
        )}
      </tbody>
      ${
        total
          ? html`<tfoot>
              <tr>
                ${total.map(renderCell)}
              </tr>
            </tfoot>`
          : ''
      }
    </table>
  </div>`;
}

function renderCell(cell: Cell, index: number): Markup {
  if (index === 0) return html`<th scope="row">${contentOf(cell)}</th>`;
  const negative = cell.kind === 'money' && cell.amount < 0n;
  return negative ? html`<td class="negative">${contentOf(cell)}</td>` : html`<td>${contentOf(cell)}</td>`;
}

function contentOf(cell: Cell): Markup | string {
  switch (cell.kind) {
    case 'text':
      // Isolated, so that a name that is written from right to left does not reorder what is beside it.
      return html`<bdi>${cell.text}</bdi>${fieldName(cell.field)}`;
    case 'count':
      return grouped(cell.count);
    case 'money':
      return formatMoney(cell.amount, cell.currencyCode);
  }
}

function fieldName(field: string | undefined): Markup | string {
  return field === undefined ? '' : html`<code>${field}</code>`;
}
