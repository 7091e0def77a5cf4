import { type Html, html } from '@lectern/html/html';
import type { ErrorDetail } from '../../platform/http/errors.ts';

export interface ErrorData {
  title: string;
  message: string;
  details: ErrorDetail[];
  requestId: string;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  429: 'Too many attempts',
};

export const errorTitle = (status: number): string =>
  TITLES[status] ?? (status >= 500 ? 'Something went wrong' : 'Request refused');

export const renderError = ({ title, message, details, requestId }: ErrorData): Html => html`<h1>${title}</h1>
<p>${message}</p>
${
  details.length > 0 &&
  html`<ul>${details.map(({ path, message: problem }) => html`<li><code>${path}</code> ${problem}</li>`)}</ul>`
}
<p class="note">Request <code>${requestId}</code></p>`;
