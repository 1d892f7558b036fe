import { type Content, html, type Markup } from '../../shared/html/markup.ts';
import { formatAmount } from '../market/amounts.ts';

/** A table of a page. */
export interface Table {
  /** Id of the heading that names the table. */
  readonly heading: string;
  readonly columns: readonly Column[];
  /** Cells in the order of the columns; the first names its row. */
  readonly rows: readonly (readonly Content[])[];
}

/** A column. */
interface Column {
  readonly label: string;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** Whether its values need the label on a narrow screen, where a row is a paragraph. */
  readonly isLabelled?: boolean;
}

/**
 * Returns a table. Its roles are named, because on a narrow screen it is not displayed as a table, and some browsers
 * then forget that it is one.
 */
export function renderTable({ heading, columns, rows }: Table): Markup {
  return html`<table role="table" aria-labelledby="${heading}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ label, isNumber = false }) =>
            html`<th role="columnheader" scope="col" class="${isNumber ? 'number' : ''}">${label}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">
            ${cells.map((cell, index) => renderCell(cell, columns[index], index === 0))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function renderCell(cell: Content, column: Column | undefined, isFirst: boolean): Markup {
  if (isFirst) return html`<th role="rowheader" scope="row">${cell}</th>`;
  const { label = '', isNumber = false, isLabelled = false } = column ?? {};
  const labelled = isLabelled ? html`data-label="${label}"` : '';
  return html`<td role="cell" class="${isNumber ? 'number' : ''}" ${labelled}>${cell}</td>`;
}

/** A section of a page. A long one folds on a phone, by a script: without it, all sections are open. */
export function section(id: string, title: string, content: Content, isLong = false): Markup {
  const heading = html`<h2 id="${id}-heading">${title}</h2>`;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-heading">
    ${
      isLong
        ? html`<details class="fold" open>
            <summary>${heading}</summary>
            ${content}
          </details>`
        : html`${heading} ${content}`
    }
  </section>`;
}

/** Returns a list of facts: a label, and what it says. */
export function facts(entries: readonly (readonly [label: Content, value: Content])[]): Markup {
  return html`<dl class="facts">
    ${entries.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Returns a time in UTC, without its `T` and milliseconds: `2026-11-22 03:10:00`. */
export function renderTime(time: Date): Markup {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, -5).replace('T', ' ')}</time>`;
}

/** An amount in the smallest unit as a decimal with its currency: `1,234.50 USD`. */
export function money(amount: number, currencyCode: string): Markup {
  return html`<span class="amount">${formatAmount(amount, currencyCode)}</span>`;
}
