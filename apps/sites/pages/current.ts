import { html, type Insertion } from '@lectern/html/html';

/** Marks the link to what is shown. */
export const current = (isCurrent: boolean, value: 'page' | 'true'): Insertion =>
  isCurrent && html` aria-current="${value}"`;
