import { type Html, html } from '@lectern/html/html';
import { findTop, showNumber } from './numbers.ts';

interface Series {
  name: string;
  values: readonly number[];
}

interface LineChart {
  /** Distinguishes the charts of a page. */
  id: string;
  title: string;
  /** The chart in a sentence, for people who cannot see it. */
  description: string;
  /** The labels of the values, such as their days: one for each value of a series. */
  labels: readonly string[];
  series: readonly Series[];
}

const HEIGHT = 100;

/**
 * Draws values over time as lines. The drawing is stretched to the width of the page, which would distort text, so the
 * labels are around it. Callers show a table of the same values beside it.
 */
export function renderLineChart({ id, title, description, labels, series }: LineChart): Html {
  const top = findTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const width = Math.max(1, labels.length - 1);
  const middle = labels.length > 2 ? labels[Math.floor((labels.length - 1) / 2)] : undefined;
  const last = labels.length > 1 ? labels.at(-1) : undefined;
  return html`<figure class="chart">
<figcaption>${title}${series.length > 1 && renderLegend(series)}</figcaption>
<div class="plot"><div class="scale" aria-hidden="true"><span>${showNumber(top)}</span><span>${showNumber(top / 2)}</span><span>0</span></div>
<svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
<path class="grid" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}" vector-effect="non-scaling-stroke"/>
${series.map(
  ({ values }, n) =>
    html`<polyline class="line series-${n + 1}" points="${pointsOf(values, { top, width })}" vector-effect="non-scaling-stroke"/>\n`,
)}</svg></div>
<div class="ticks" aria-hidden="true"><span>${labels[0]}</span><span>${middle}</span><span>${last}</span></div>
</figure>`;
}

/** A single value becomes a horizontal line. */
const pointsOf = (values: readonly number[], { top, width }: { top: number; width: number }): string =>
  (values.length === 1 ? [...values, ...values] : values)
    .map((value, n) => `${Math.min(n, width)},${round(HEIGHT - (value / top) * HEIGHT)}`)
    .join(' ');

const round = (value: number): number => Math.round(value * 100) / 100;

const renderLegend = (series: readonly Series[]): Html =>
  html`<span class="legend">${series.map(
    ({ name }, n) =>
      html`<span><svg class="key" viewBox="0 0 2 1" aria-hidden="true"><rect class="bar series-${n + 1}" width="2" height="1"/></svg>${name}</span>`,
  )}</span>`;
