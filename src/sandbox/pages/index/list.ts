import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { indexPath } from '../../paths.ts';
import { header, section } from '../elements.ts';
import { pageResponse } from '../page.ts';
import { type IndexView, renderNotice } from './forms.ts';

/** A column of a list. */
interface Column {
  readonly label: string;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** Whether its values need the label on a narrow screen, where a row is a paragraph. */
  readonly isLabelled?: boolean;
}

/** Returns a column of numbers. */
export function numbers(label: string, isLabelled = false): Column {
  return { label, isNumber: true, isLabelled };
}

/** Rows of the sandbox, as a table. */
interface Definition<Row> {
  /** Id of its section. */
  readonly id: string;
  /** The page that lists all rows. */
  readonly path?: string;
  /** What stands instead of an empty table. */
  readonly empty: Content;
  /** The first rows, as many as a limit allows, and how many there are. */
  readonly read: (
    view: IndexView,
    limit: number,
  ) => { readonly rows: readonly Row[]; readonly total: number };
  /** Labels stand for columns of text. */
  readonly columns: readonly (string | Column)[];
  /** Contents of the cells in the order of the columns; the first names its row. */
  readonly cells: (row: Row, view: IndexView) => readonly Content[];
}

/** Renders the first rows of a list. @param limit All rows by default. */
export type List = (view: IndexView, limit?: number) => Markup;

/** Returns a list: a table, and above it how many rows it leaves out. */
export function defineList<Row>({ id, path, empty, read, columns, cells }: Definition<Row>): List {
  const all = columns.map((column) => (typeof column === 'string' ? { label: column } : column));
  return (view, limit = Infinity) => {
    const { rows, total } = read(view, limit);
    if (rows.length === 0) return html`<p class="muted">${empty}</p>`;
    const count = total.toLocaleString('en');
    const link = path === undefined ? '' : html`<a id="all-${id}" href="${path}">Show all ${count}</a>`;
    const notAll = html`<p class="muted">The latest ${rows.length} of ${count}. ${link}</p>`;
    const contents = rows.map((row) => cells(row, view));
    return html`${rows.length < total ? notAll : ''} ${pageTable(id, all, contents)}`;
  };
}

/**
 * Returns a table, named by the heading of its section. Its roles are named, because on a narrow screen it is not displayed
 * as a table, and some browsers then forget that it is one.
 */
function pageTable(id: string, columns: readonly Column[], rows: readonly (readonly Content[])[]): Markup {
  const classes = columns.map(({ isNumber }) => (isNumber ? 'number' : ''));
  const head = columns.map(
    ({ label }, index) =>
      html`<th role="columnheader" scope="col" class="${classes[index] ?? ''}">${label}</th>`,
  );
  const labels = columns.map(({ label, isLabelled }) => (isLabelled ? html`data-label="${label}"` : ''));
  const cell = (content: Content, index: number): Markup =>
    index === 0
      ? html`<th role="rowheader" scope="row">${content}</th>`
      : html`<td role="cell" class="${classes[index] ?? ''}" ${labels[index] ?? ''}>${content}</td>`;
  return html`<table role="table" aria-labelledby="${id}-heading">
    <thead role="rowgroup">
      <tr role="row">
        ${head}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">
            ${cells.map(cell)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The page of all rows of a list. */
export function listPage(view: IndexView, id: string, title: string, list: List): Response {
  const content = html`${renderNotice(view, id)} ${list(view)}`;
  return pageResponse({
    title,
    body: html`${header(html`<a href="${indexPath}">Sandbox</a>`, title)}
      <main>${section(id, 'The latest first', content)}</main>`,
  });
}
