import { type Html, html } from '@lectern/html/html';

const symbol = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

const CIRCLE = 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5z';

/** Symbols that documents show by themselves. */
export const SYMBOLS = {
  info: symbol(`${CIRCLE}M8 7.4v3.6M8 4.9v.1`),
  success: symbol(`${CIRCLE}M5.2 8.2l2 2 3.6-4`),
  warning: symbol('M8 2L1.6 13.5h12.8zM8 6.3v3.2M8 11.5v.1'),
  danger: symbol('M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 4.8v3.6M8 11v.1'),
  file: symbol('M3.5 1.75h5.3l3.7 3.7v8.8h-9zM8.6 1.9v3.8h3.8'),
  page: symbol('M3 2.25h10v11.5H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3'),
  outside: symbol('M9.5 2.25h4.25V6.5M13.5 2.5L7.5 8.5M11.5 9.5v4.25H2.25V4.5H6.5'),
  prompt: symbol('M8 1.75l1.5 4.25 4.25 1.75-4.25 1.75L8 14l-1.5-4.5L2.25 7.75 6.5 6z'),
  api: symbol('M5 4.5L1.75 8 5 11.5M11 4.5L14.25 8 11 11.5M9.2 2.75L6.8 13.25'),
};
