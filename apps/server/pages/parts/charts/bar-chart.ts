import { type Html, html } from '@lectern/html/html';
import { showNumber } from './numbers.ts';

interface Bar {
  label: string;
  value: number;
}

interface BarChart {
  /** Distinguishes the charts of a page. */
  id: string;
  title: string;
  /** The chart in a sentence, for people who cannot see it. */
  description: string;
  bars: readonly Bar[];
}

/** The height of a bar with its distance to the next one. */
const ROW = 10;
const BAR = 6;

/** Draws numbers as bars below each other. Callers show a table of the same numbers beside it. */
export function renderBarChart({ id, title, description, bars }: BarChart): Html {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<div class="bars"><ul class="labels" aria-hidden="true">${bars.map(({ label }) => html`<li>${label}</li>`)}</ul>
<svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 100 ${ROW * bars.length}" preserveAspectRatio="none" height="${2 * bars.length}em">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${bars.map(
  ({ value }, n) =>
    html`<rect class="bar series-1" x="0" y="${n * ROW + (ROW - BAR) / 2}" width="${Math.round((value / largest) * 10_000) / 100}" height="${BAR}"/>\n`,
)}</svg>
<ul class="values" aria-hidden="true">${bars.map(({ value }) => html`<li>${showNumber(value)}</li>`)}</ul></div>
</figure>`;
}
