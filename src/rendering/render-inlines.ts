import {
  type ContentRef,
  type DocumentNode,
  emojiText,
  type Inline,
  isText,
  type Leaf,
  plainText,
} from '../content/documents/document.ts';
import { type Html, html, type Insertion } from '../html/html.ts';
import type { References } from './references.ts';
import { renderInlinePicture } from './render-pictures.ts';

/** Texts and inlines. A block among them, which no document of ours has, shows its text. */
export function renderInlines(nodes: readonly DocumentNode[] | undefined, references: References): Insertion {
  return (nodes ?? []).map((node) => {
    if (isText(node)) return node.leaves.map(renderLeaf);
    return node.object === 'inline' ? renderInline(node, references) : plainText([node]);
  });
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
    }
  }
  return shown;
}

function renderInline(inline: Inline, references: References): Insertion {
  const { data, nodes } = inline;
  const inner = (): Insertion => renderInlines(nodes, references);
  switch (inline.type) {
    case 'link':
      return renderLink(data.ref as ContentRef, renderInlines(nodes, withoutLinks(references)), references);
    case 'button':
      return data.ref
        ? renderLink(data.ref as ContentRef, String(data.label ?? ''), references)
        : String(data.label ?? '');
    case 'mention':
      return renderLink(data.ref as ContentRef, undefined, references);
    case 'emoji':
      return emojiText(String(data.code));
    case 'inline-math':
      return html`<code class="math">${String(data.formula)}</code>`;
    case 'expression':
      return html`<code class="expression">${String(data.expression)}</code>`;
    case 'inline-image':
      return renderInlinePicture(data, references);
    case 'icon':
      return undefined;
    case 'annotation': {
      const body = inline.fragments?.find(({ type }) => type === 'annotation-body');
      return html`${inner()}${body && html` <small class="note">(${plainText(body.nodes)})</small>`}`;
    }
    default:
      return inner();
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

/** What is known of a reference that leads nowhere. */
function nameOf(reference: ContentRef | undefined): string {
  if (reference?.kind === 'url') return reference.url;
  if (reference?.kind === 'file') return reference.file;
  return reference ? `a ${reference.kind.replace('-', ' ')}` : '';
}
