import { html } from '@lectern/html/html';
import { searches } from '../../../../domains/insights/answers/searches.ts';
import { COLUMN, type ReadPart, renderExports, renderFigures, renderTable } from './insights-parts.ts';

const { number, words } = COLUMN;

export const readSearchesPart: ReadPart = async (inquiry) => {
  const { parts, question, input } = inquiry;
  const all = await searches.read(parts, question, input);
  const withoutResult = await searches.read(parts, question, { ...input, only: 'without-result' });
  const withoutClick = await searches.read(parts, question, { ...input, only: 'without-click' });
  const render = (label: string, { items }: typeof all) =>
    renderTable(
      label,
      [
        words('Query'),
        number('Searches'),
        number('Sessions'),
        number('Without result'),
        number('Without click'),
      ],
      items.map((item) => [item.query, item.searches, item.sessions, item.withoutResult, item.withoutClick]),
    );
  return () => html`${renderFigures([
    ['Searches', all.totals.searches],
    ['Queries', all.totals.queries],
    ['Sessions without result', all.totals.withoutResult],
    ['Sessions without click', all.totals.withoutClick],
  ])}
<h2>Searches without result</h2>
${render('Searches without result', withoutResult)}
${renderExports(inquiry, searches, { only: 'without-result' })}
<h2>Searches without click</h2>
${render('Searches without click', withoutClick)}
${renderExports(inquiry, searches, { only: 'without-click' })}
<h2>Most frequent searches</h2>
${render('Most frequent searches', all)}
${renderExports(inquiry, searches)}`;
};
