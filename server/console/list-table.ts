import { html, nothing, type TemplateResult } from 'lit';
import { moveFocusBetweenRows } from './move-between-rows.ts';

export interface ListColumn<T> {
  label: string;
  /**
   * On narrow screens `main` and `end` form a row's first line, and the others follow in pairs. `clip` ends a long text
   * with an ellipsis, `wide` is left out of a table without the room, `line` takes a
   * narrow row's whole width, `last` does so below the others, `text` takes the room of a sentence, `select` holds a
   * checkbox, `tail` holds buttons.
   */
  area?:
    | 'main'
    | 'end'
    | 'clip'
    | 'wide'
    | 'clip wide'
    | 'line'
    | 'line clip'
    | 'line text'
    | 'last'
    | 'last clip'
    | 'select'
    | 'tail';
  /** The cells are amounts or counts: they and the head stand at the column's end. */
  isNumeric?: true;
  /** Replaces the label in the table's head. */
  head?: unknown;
  cell: (entry: T) => unknown;
}

interface ListTable<T> {
  label: string;
  /** The address of an entry's own page. */
  hrefOf: (entry: T) => string | undefined;
  /** The heading of the entries that share it; undefined for a list without headings. */
  groupOf: (entry: T) => string | undefined;
}

/** A list's entries in a table. */
export function listTable<T>(
  entries: readonly T[],
  columns: readonly ListColumn<T>[],
  { label, hrefOf, groupOf }: ListTable<T>,
): TemplateResult {
  const classes = columnClasses(columns);
  return html`<table role="table" aria-label=${label} @keydown=${moveFocusBetweenRows}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column, index) => html`<th role="columnheader" class=${classes[index] ?? ''}>${column.head ?? column.label}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${entries.map((entry, index) => {
        const group = groupOf(entry);
        const before = entries[index - 1];
        const isFirst = group !== undefined && (before === undefined || groupOf(before) !== group);
        return html`${isFirst ? groupRow(group, columns.length) : nothing}${row(entry, columns, { classes, href: hrefOf(entry) })}`;
      })}
    </tbody>
  </table>`;
}

function groupRow(text: string, span: number): TemplateResult {
  return html`<tr role="row" class="day">
    <th role="rowheader" colspan=${span}>${text}</th>
  </tr>`;
}

function row<T>(
  entry: T,
  columns: readonly ListColumn<T>[],
  { classes, href }: { classes: readonly string[]; href: string | undefined },
): TemplateResult {
  return html`<tr role="row" class=${href === undefined ? '' : 'clickable'}>
    ${columns.map(({ cell, area }, index) => {
      const content = cell(entry);
      const title = area?.includes('clip') === true && typeof content === 'string' ? content : nothing;
      const shown =
        area === 'main' && href !== undefined ? html`<a class="row-link" href=${href}>${content}</a>` : content;
      // Without white space: a cell without content takes no room on narrow screens.
      return html`<td role="cell" class=${classes[index] ?? ''} title=${title}>${shown}</td>`;
    })}
  </tr>`;
}

/** The classes of the columns: those without a place in a row's first line stand left and right in turn. */
function columnClasses(columns: readonly ListColumn<never>[]): string[] {
  let count = 0;
  return columns.map(({ area = '', isNumeric }) => {
    const numeric = isNumeric === true ? ' numeric' : '';
    if (!['', 'clip', 'wide', 'clip wide'].includes(area)) return area + numeric;
    count += 1;
    return `${area} ${count % 2 === 1 ? 'left' : 'right'}${numeric}`.trim();
  });
}
