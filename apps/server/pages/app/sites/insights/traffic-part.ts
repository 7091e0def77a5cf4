import { html } from '@lectern/html/html';
import { breakdown } from '../../../../domains/insights/answers/breakdown.ts';
import { traffic } from '../../../../domains/insights/answers/traffic.ts';
import { renderBarChart } from '../../../parts/charts/bar-chart.ts';
import { renderLineChart } from '../../../parts/charts/line-chart.ts';
import { showNumber } from '../../../parts/charts/numbers.ts';
import { readBreakdown } from './insights-filter.ts';
import { COLUMN, type ReadPart, renderExports, renderFigures, renderTableBeside } from './insights-parts.ts';

const COUNTS = [COLUMN.number('Page views'), COLUMN.number('Visitors'), COLUMN.number('Sessions')];
const HOUR_MS = 3_600_000;

/** Visits can lack these properties. The others exist, but are not always known. */
const OPTIONAL = new Set<string>(['section', 'variant', 'referrer', 'campaign', 'claim']);
const nameOfMissing = (by: string): string => (OPTIONAL.has(by) ? 'none' : 'unknown');

export const readTrafficPart: ReadPart = async (inquiry) => {
  const { parts, question, input, address } = inquiry;
  const by = readBreakdown(address);
  const needsClaim = by === 'claim' && input.claim === undefined;
  const over = await traffic.read(parts, question, input);
  const broken = needsClaim ? undefined : await breakdown.read(parts, question, { ...input, by });
  const { pageViews, visitors, sessions } = over.totals;
  const [first, second] = over.items;
  const isHourly = first && second && Date.parse(second.at) - Date.parse(first.at) === HOUR_MS;
  const labelOf = (at: string): string =>
    isHourly ? `${at.slice(5, 10)} ${at.slice(11, 16)}` : at.slice(0, 10);
  const labels = over.items.map(({ at }) => labelOf(at));
  const bars = (broken?.items ?? []).map(({ title, pageViews: value }) => ({
    label: title === '' ? nameOfMissing(by) : title,
    value,
  }));
  const largest = bars[0];
  return () => html`${renderFigures([
    ['Page views', pageViews],
    ['Visitors', visitors],
    ['Sessions', sessions],
  ])}
${renderLineChart({
  id: 'traffic',
  title: 'Page views and visitors',
  description: `${showNumber(pageViews)} page views of ${showNumber(visitors)} visitors from ${labels[0]} to ${labels.at(-1)}.`,
  labels,
  series: [
    { name: 'Page views', values: over.items.map((item) => item.pageViews) },
    { name: 'Visitors', values: over.items.map((item) => item.visitors) },
  ],
})}
${renderTableBeside(
  'Traffic',
  [COLUMN.words(isHourly ? 'Hour (UTC)' : 'From (UTC)'), ...COUNTS],
  over.items.map((item, n) => [labels[n], item.pageViews, item.visitors, item.sessions]),
)}
${renderExports(inquiry, traffic)}
<h2>By ${by}</h2>
${needsClaim && html`<p>Enter the name of a claim, and leave its value empty.</p>`}
${
  largest &&
  html`${renderBarChart({
    id: 'breakdown',
    title: `Page views by ${by}`,
    description: `The most frequent value is ${largest.label}, with ${showNumber(largest.value)} of ${showNumber(pageViews)} page views.`,
    bars,
  })}
${renderTableBeside(
  `Page views by ${by}`,
  [COLUMN.words('Value'), ...COUNTS],
  (broken?.items ?? []).map((item, n) => [bars[n]?.label, item.pageViews, item.visitors, item.sessions]),
)}`
}
${!largest && !needsClaim && html`<p>Nothing in this period.</p>`}
${!needsClaim && renderExports(inquiry, breakdown, { by })}`;
};
