import { type Html, html } from '@lectern/html/html';

const METHODS = new Set(['delete', 'get', 'head', 'options', 'patch', 'post', 'put']);

export function renderMethod(method: string): Html {
  const name = METHODS.has(method.toLowerCase()) ? method.toLowerCase() : 'other';
  return html`<span class="method method-${name}">${method.toUpperCase()}</span>`;
}
