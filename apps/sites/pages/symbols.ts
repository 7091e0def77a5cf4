import { type Html, html, type Insertion } from '@lectern/html/html';

/** Line drawings of 24 × 24 units, in the color of the text beside them. They say nothing that the text does not. */
const draw = (shape: Insertion): Html =>
  html`<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shape}</svg>`;

export const SEARCH_SYMBOL = draw(html`<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>`);
export const MENU_SYMBOL = draw(html`<path d="M4 7h16M4 12h16M4 17h16"/>`);
export const CLOSE_SYMBOL = draw(html`<path d="m6 6 12 12M18 6 6 18"/>`);
export const BRANCH_SYMBOL = draw(html`<path d="m9 6 6 6-6 6"/>`);
export const DOWN_SYMBOL = draw(html`<path d="m6 9 6 6 6-6"/>`);
export const MODE_SYMBOL = draw(
  html`<circle cx="12" cy="12" r="8.5"/><path class="filled" d="M12 3.5a8.5 8.5 0 0 1 0 17z"/>`,
);
export const COPY_SYMBOL = draw(
  html`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h8"/>`,
);
const face = (mouth: Insertion): Html =>
  draw(html`<circle cx="12" cy="12" r="9"/><path d="M9 9.5v.5M15 9.5v.5"/>${mouth}`);

/** How readers rate a page. */
export const FACES = {
  bad: face(html`<path d="M8.5 16a4.5 4.5 0 0 1 7 0"/>`),
  ok: face(html`<path d="M8.5 15h7"/>`),
  good: face(html`<path d="M8.5 14.5a4.5 4.5 0 0 0 7 0"/>`),
};

export const AWAY_SYMBOL = draw(html`<path d="M8 7h9v9M17 7 7 17"/>`);
