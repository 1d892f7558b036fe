import { html, type Markup } from '../../html/markup.ts';
import { grouped } from '../grouped.ts';
import { formatMoney } from './format-money.ts';
import type { Cell, Table } from './report-document.ts';

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
