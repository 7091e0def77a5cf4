import { type Html, html, type Insertion } from '@lectern/html/html';
import type { ContentRef } from '@lectern/markdown/content-ref';
import type { InlineOf } from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { type Rendering, renderInlines, withoutLinks } from '../rendering.ts';

export const renderLinkInline = ({ data, nodes }: InlineOf<'link'>, rendering: Rendering): Html =>
  renderLink({ reference: data.ref, text: renderInlines(nodes, withoutLinks(rendering)) }, rendering);

export const renderMention = ({ data }: InlineOf<'mention'>, rendering: Rendering): Html =>
  renderLink({ reference: data.ref, className: 'mention' }, rendering);

interface LinkOptions {
  reference: ContentRef | undefined;
  /** Undefined: the title of the target. */
  text?: Insertion | undefined;
  className?: string;
}

/** A link to where a reference leads; only its text when it leads nowhere. */
export function renderLink({ reference, text, className }: LinkOptions, rendering: Rendering): Html {
  const destination = reference && rendering.references.find(reference);
  if (rendering.isInLink) return html`<span>${text ?? destination?.title ?? nameReference(reference)}</span>`;
  if (destination)
    return html`<a${classes(className)} href="${destination.href}" rel="noreferrer">${text ?? destination.title}</a>`;
  return html`<span class="broken" title="${rendering.words.brokenLink}">${text ?? nameReference(reference)}</span>`;
}

/** The name of a reference without a target. */
export function nameReference(reference: ContentRef | undefined): string {
  if (reference?.kind === 'url') return reference.url;
  if (reference?.kind === 'file') return reference.file;
  return reference ? `a ${reference.kind.replace('-', ' ')}` : '';
}
