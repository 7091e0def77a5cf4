import { type Html, html, type Insertion } from '@lectern/html/html';

/** Names and values, one to a line; those without a value are left out. */
export function renderFacts(facts: readonly (readonly [name: string, value: Insertion])[]): Html {
  const shown = facts.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
