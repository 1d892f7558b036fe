import { html, type Markup } from '../../../../shared/html/markup.ts';
import { formatMoment, formatMoney, formatShare, formatShortDay, grouped } from '../../../terminal/format.ts';
import type { Cell, ReportTable } from '../report-document.ts';

/** Returns a table in a region that scrolls on a narrow screen. */
export function renderHtmlTable(table: ReportTable, id: string): Markup {
  const { caption, columns, rows, total } = table;
  return html`<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}-caption">
    <table>
      <caption id="${id}-caption">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}
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
  if (index === 0) return html`<th scope="row">${renderContent(cell)}</th>`;
  return isNegative(cell)
    ? html`<td class="negative">${renderContent(cell)}</td>`
    : html`<td>${renderContent(cell)}</td>`;
}

function isNegative(cell: Cell): boolean {
  if (cell.kind === 'count') return cell.count < 0;
  if (cell.kind === 'percent') return cell.share.numerator < 0n;
  return cell.kind === 'money' && cell.amount < 0n;
}

/** Returns the content of a cell, for people. */
export function renderContent(cell: Cell): Markup | string {
  switch (cell.kind) {
    case 'text':
      // Isolated, so that a name that is written from right to left does not reorder what is beside it.
      return cell.code === undefined
        ? html`<bdi>${cell.text}</bdi>`
        : html`${cell.text} <code>${cell.code}</code>`;
    case 'count':
      return grouped(cell.count);
    case 'money':
      return formatMoney(cell.amount, cell.digits);
    case 'percent':
      return formatShare(cell.share);
    case 'date':
      return cell.date.length > 'yyyy-mm-dd'.length ? formatMoment(cell.date) : formatShortDay(cell.date);
  }
}
