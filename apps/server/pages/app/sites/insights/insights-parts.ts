import { type Html, html, type Insertion } from '@lectern/html/html';
import { MAX_ROWS } from '../../../../domains/insights/aggregate/aggregation.schemas.ts';
import type { Answer, AnswerParts } from '../../../../domains/insights/answers/answer.ts';
import type { AnswerInput } from '../../../../domains/insights/answers/answer-query.schemas.ts';
import type { AnswerPage } from '../../../../domains/insights/answers/pages.ts';
import type { Question } from '../../../../domains/insights/answers/question.ts';
import type { Addresses } from '../../../parts/addresses.ts';
import { showNumber } from '../../../parts/charts/numbers.ts';
import type { FormContext } from '../../../parts/form/form.ts';
import { nameOf } from '../../../parts/name.ts';
import type { InsightsAddress } from './insights-filter.ts';

/** The question of a page and everything that its parts need to answer and show it. */
export interface Inquiry {
  parts: AnswerParts;
  question: Question;
  input: AnswerInput;
  address: InsightsAddress;
  addresses: Addresses;
  /** Whether the caller may change redirects. */
  isEditable: boolean;
}

/** Reads the data of a part; the function that it returns then renders the part synchronously. */
export type ReadPart = (inquiry: Inquiry) => Promise<(context: FormContext) => Html>;

interface Column {
  title: string;
  isNumber?: boolean;
}

const number = (title: string): Column => ({ title, isNumber: true });
const words = (title: string): Column => ({ title });
export const COLUMN = { number, words };

/** A table that scrolls by itself. The first cell of a row names it. Without rows, says so. */
export function renderTable(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Insertion[])[],
): Html {
  if (rows.length === 0) return html`<p>Nothing in this period.</p>`;
  const classOf = (n: number) => columns[n]?.isNumber && html` class="number"`;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="list">
<thead><tr>${columns.map(({ title }, n) => html`<th scope="col"${classOf(n)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([name, ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell, n) => html`<td${classOf(n + 1)}>${typeof cell === 'number' ? showNumber(cell) : cell}</td>`)}</tr>\n`,
  )}</tbody>
</table></div>`;
}

/** The table beside a chart, which shows the same. */
export const renderTableBeside = (...table: Parameters<typeof renderTable>): Html =>
  html`<details><summary>Table</summary>${renderTable(...table)}</details>`;

/** Large numbers side by side. */
export const renderFigures = (figures: readonly (readonly [name: string, value: number])[]): Html =>
  html`<dl class="figures">${figures.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${showNumber(value)}</dd></div>`,
  )}</dl>`;

/** Links to all rows of an answer. The API takes the session of the browser. */
export function renderExports(
  { question: { site }, input, addresses }: Inquiry,
  response: Pick<Answer, 'name'>,
  query: Record<string, string> = {},
): Html {
  const said = Object.entries(input).map(([name, value]) => [name, String(value)]);
  const href = (format: string): string =>
    addresses.absolute(
      `/v1/orgs/${site.organizationId}/sites/${site.siteId}/insights/answers/${response.name}?${new URLSearchParams({ ...Object.fromEntries(said), ...query, limit: String(MAX_ROWS), format })}`,
    );
  return html`<p class="note">Export: <a href="${href('csv')}">CSV</a>, <a href="${href('ndjson')}">NDJSON</a></p>`;
}

/** A link to a page that the caller can read; otherwise its path. */
export const renderPage = ({ addresses }: Inquiry, { id, space, title, path }: AnswerPage): Html =>
  title === null || id === null || space === null
    ? html`<code>${path}</code>`
    : html`<a href="${addresses.page(space, id)}">${nameOf(title)}</a>`;
