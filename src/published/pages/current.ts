import { html, type Insertion } from '../../html/html.ts';

/** Marks the link to what is shown. */
export const current = (isCurrent: boolean, value: 'page' | 'true'): Insertion =>
  isCurrent && html` aria-current="${value}"`;
