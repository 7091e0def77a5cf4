import { type Html, html } from '@lectern/html/html';
import type { Annotation } from '@lectern/markdown/document';
import { type Rendering, renderInlines, takeId, withoutLinks } from '../rendering.ts';

/** Text with a note that opens when the text is clicked, without a script. */
export function renderAnnotation({ nodes, fragments }: Annotation, rendering: Rendering): Html {
  const [body] = fragments ?? [];
  const within = withoutLinks(rendering);
  const text = renderInlines(nodes, rendering.isInNote ? rendering : within);
  if (!body) return html`<span>${text}</span>`;
  // A note is within a line of text, which cannot contain paragraphs.
  const note = body.nodes.map(
    (paragraph, n) =>
      html`${n > 0 && html`<br>`}${renderInlines(paragraph.nodes, rendering.isInLink ? within : notesOf(rendering))}`,
  );
  if (rendering.isInLink || rendering.isInNote) return html`${text} <small class="note">(${note})</small>`;
  const id = takeId(rendering, 'note');
  return html`<button type="button" class="annotation" popovertarget="${id}">${text}</button><span class="annotation-note" popover id="${id}" role="note">${note}</span>`;
}

/** A note within a note could not open while the outer one is closed, so it is in brackets. */
const notesOf = (rendering: Rendering): Rendering =>
  rendering.isInNote ? rendering : { ...rendering, isInNote: true };
