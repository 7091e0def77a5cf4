import { type Html, html } from '@lectern/html/html';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import type { PageTexts } from '../messages/messages.ts';

export interface ErrorData {
  title: string;
  message: string;
  details: ErrorDetail[];
  requestId: string;
}

const TITLES = [400, 403, 404, 405, 409, 429] as const;

export function errorTitle({ text }: PageTexts, status: number): string {
  const known = TITLES.find((one) => one === status);
  return text(known ? `error-${known}` : status >= 500 ? 'error-500' : 'error-other');
}

export const renderError = (
  { fill }: PageTexts,
  { title, message, details, requestId }: ErrorData,
): Html => html`<h1>${title}</h1>
<p>${message}</p>
${
  details.length > 0 &&
  html`<ul>${details.map(({ path, message: problem }) => html`<li><code>${path}</code> ${problem}</li>`)}</ul>`
}
<p class="note">${fill('request', { request: html`<code>${requestId}</code>` })}</p>`;
