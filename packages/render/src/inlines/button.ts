import { type Html, html } from '@lectern/html/html';
import type { InlineOf } from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { renderIcon } from '../render-icon.ts';
import type { Rendering } from '../rendering.ts';

/** A button that leads somewhere. One that searches or asks is shown by the script that does it. */
export function renderButton({ data }: InlineOf<'button'>, rendering: Rendering): Html {
  const { label, kind, size, icon, ref, action } = data;
  const names = ['button', kind, size !== undefined && size !== 'medium' && size] as const;
  const look = classes(...names);
  const content = html`${renderIcon(rendering, icon)}<span>${label}</span>`;
  // Authors leave out the address of a button for the page that the reader is already on.
  const leadsNowhere = ref?.kind === 'url' && ref.url === '';
  if (rendering.isInLink || leadsNowhere) return html`<span${look}>${content}</span>`;
  if (action)
    return html`<button type="button"${look} data-action="${action.action}" data-query="${action.query}" hidden>${content}</button>`;
  const destination = rendering.references.find(ref);
  return destination
    ? html`<a${look} href="${destination.href}" rel="noreferrer">${content}</a>`
    : html`<span${classes(...names, 'broken')} title="${rendering.words.brokenLink}" aria-disabled="true" role="link">${content}</span>`;
}
