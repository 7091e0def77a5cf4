import { html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { entryPages, exitPages } from '../../../../domains/insights/answers/entries-and-exits.ts';
import { feedback } from '../../../../domains/insights/answers/feedback.ts';
import { topPages } from '../../../../domains/insights/answers/top-pages.ts';
import { unreadPages } from '../../../../domains/insights/answers/unread-pages.ts';
import { showNumber } from '../../../parts/charts/numbers.ts';
import { COLUMN, type ReadPart, renderExports, renderPage, renderTable } from './insights-parts.ts';

const { number, words } = COLUMN;

export const readPagesPart: ReadPart = async (inquiry) => {
  const { parts, question, input } = inquiry;
  const top = await topPages.read(parts, question, input);
  const entries = await entryPages.read(parts, question, input);
  const exits = await exitPages.read(parts, question, input);
  const rated = await feedback.read(parts, question, input);
  const unread = await unreadPages.read(parts, question, input);
  const ends = (label: string, { items }: typeof entries) =>
    renderTable(
      label,
      [words('Page'), number('Sessions')],
      items.map(({ page, sessions }) => [renderPage(inquiry, page), sessions]),
    );
  return () => html`<h2>Most viewed pages</h2>
${renderTable(
  'Most viewed pages',
  [words('Page'), number('Page views'), number('Visitors'), number('Sessions')],
  top.items.map(({ page, pageViews, visitors, sessions }) => [
    renderPage(inquiry, page),
    pageViews,
    visitors,
    sessions,
  ]),
)}
${renderExports(inquiry, topPages)}
<h2>Entry pages</h2>
${ends('Entry pages', entries)}
${renderExports(inquiry, entryPages)}
<h2>Exit pages</h2>
${ends('Exit pages', exits)}
${renderExports(inquiry, exitPages)}
<h2>Poorly rated pages</h2>
${renderTable(
  'Poorly rated pages',
  [words('Page'), number('Bad'), number('OK'), number('Good'), words('Latest comments')],
  rated.items.map(({ page, bad, ok, good, comments }) => [
    renderPage(inquiry, page),
    bad,
    ok,
    good,
    comments.length > 0 &&
      html`<ul>${comments.map(({ at, rating, comment }) => html`<li>${comment} <span class="note">${rating}, ${renderTime(at)}</span></li>`)}</ul>`,
  ]),
)}
${renderExports(inquiry, feedback)}
<h2>Pages without readers</h2>
<p>${showNumber(unread.totals.unread)} of ${showNumber(unread.totals.pages)} pages that you can read were not viewed.</p>
${
  unread.items.length > 0 &&
  renderTable(
    'Pages without readers',
    [words('Page'), words('Last change')],
    unread.items.map(({ page, updatedAt }) => [
      renderPage(inquiry, page),
      updatedAt !== null && renderTime(updatedAt),
    ]),
  )
}
${renderExports(inquiry, unreadPages)}`;
};
