import { assertNever } from '../content/documents/assert-never.ts';
import type { ContentRef } from '../content/documents/content-ref.ts';
import {
  emojiText,
  type Inline,
  type InlineNode,
  isText,
  type Leaf,
  plainText,
} from '../content/documents/document.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import type { References } from './references.ts';
import { renderInlinePicture } from './render-pictures.ts';

export function renderInlines(nodes: readonly InlineNode[], references: References): Insertion {
  return nodes.map((node) => (isText(node) ? node.leaves.map(renderLeaf) : renderInline(node, references)));
}

function renderLeaf({ text, marks }: Leaf): Insertion {
  let shown: Insertion = text.split('\n').map((line, n) => (n === 0 ? line : html`<br>${line}`));
  for (const { type } of [...marks].reverse()) {
    switch (type) {
      case 'bold':
        shown = html`<strong>${shown}</strong>`;
        break;
      case 'italic':
        shown = html`<em>${shown}</em>`;
        break;
      case 'strikethrough':
        shown = html`<s>${shown}</s>`;
        break;
      case 'code':
        shown = html`<code>${shown}</code>`;
        break;
      case 'keyboard':
        shown = html`<kbd>${shown}</kbd>`;
        break;
      case 'superscript':
        shown = html`<sup>${shown}</sup>`;
        break;
      case 'subscript':
        shown = html`<sub>${shown}</sub>`;
        break;
      case 'color':
        break;
      default:
        assertNever(type);
    }
  }
  return shown;
}

function renderInline(inline: Inline, references: References): Insertion {
  switch (inline.type) {
    case 'link':
      return renderLink(inline.data.ref, renderInlines(inline.nodes, withoutLinks(references)), references);
    case 'button': {
      const { ref, label } = inline.data;
      return ref ? renderLink(ref, label, references) : label;
    }
    case 'mention':
      return renderLink(inline.data.ref, undefined, references);
    case 'emoji':
      return emojiText(inline.data.code);
    case 'inline-math':
      return html`<code class="math">${inline.data.formula}</code>`;
    case 'expression':
      return html`<code class="expression">${inline.data.expression}</code>`;
    case 'inline-image':
      return renderInlinePicture(inline.data, references);
    case 'icon':
      return undefined;
    case 'annotation': {
      const [body] = inline.fragments ?? [];
      const note = body && html` <small class="note">(${plainText(body.nodes)})</small>`;
      return html`${renderInlines(inline.nodes, references)}${note}`;
    }
    default:
      return assertNever(inline);
  }
}

/** Within a link nothing else can be one. */
const withoutLinks = (references: References): References => ({ ...references, find: () => undefined });

/** A link to where a reference leads; only its text when it leads nowhere. */
export function renderLink(
  reference: ContentRef | undefined,
  text: Insertion | undefined,
  references: References,
): Html {
  const destination = reference && references.find(reference);
  if (destination)
    return html`<a href="${destination.href}" rel="noreferrer">${text ?? destination.title}</a>`;
  return html`<span class="broken" title="This leads nowhere that can be opened here">${text ?? nameOf(reference)}</span>`;
}

/** Returns the name of a reference without a target. */
function nameOf(reference: ContentRef | undefined): string {
  if (reference?.kind === 'url') return reference.url;
  if (reference?.kind === 'file') return reference.file;
  return reference ? `a ${reference.kind.replace('-', ' ')}` : '';
}
