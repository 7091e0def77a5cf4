import { type Html, html } from './html.ts';

/** A moment for people, in UTC, with the exact one for programs. */
export function renderTime(moment: Date | string): Html {
  const exact = new Date(moment).toISOString();
  return html`<time datetime="${exact}">${exact.slice(0, 10)} ${exact.slice(11, 16)} UTC</time>`;
}
