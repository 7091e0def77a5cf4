import { assertNever } from '@lectern/markdown/assert-never';
import { emojiText, type InlineNode, type Leaf } from '@lectern/markdown/document';

/**
 * Returns the visible text of inline nodes. Text that belongs to them but is not in the line (footnotes, captions) is
 * added to `notes`.
 */
export function inlineText(nodes: readonly InlineNode[], notes: string[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) text += leafText(leaf);
      continue;
    }
    switch (node.type) {
      case 'link':
        text += inlineText(node.nodes, notes);
        break;
      case 'inline-math':
        text += ` ${node.data.formula} `;
        break;
      case 'emoji':
        text += emojiText(node.data.code);
        break;
      case 'button':
        text += ` ${node.data.label} `;
        break;
      case 'inline-image':
        for (const words of [node.data.alt, node.data.caption]) if (words) notes.push(words);
        break;
      case 'annotation':
        text += inlineText(node.nodes, notes);
        for (const { nodes: body } of node.fragments ?? [])
          for (const paragraph of body) notes.push(inlineText(paragraph.nodes, notes));
        break;
      // An expression is seen as its value, which is not the document's.
      case 'expression':
      case 'mention':
      case 'icon':
        break;
      default:
        assertNever(node);
    }
  }
  return text;
}

const INLINE_HTML = new Set(
  'a abbr acronym b big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const OTHER_HTML = new Set(
  'address article aside audio blockquote body br button canvas caption center col colgroup dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link main meta nav ol option p picture pre script section select source style summary svg table tbody td textarea tfoot th thead title tr ul video'.split(
    ' ',
  ),
);

/** An unknown tag is shown as text: an HTML tag contains no words, but one such as in `List<String>` does. */
function leafText({ text, source }: Leaf): string {
  if (source === undefined || !text.startsWith('<')) return text;
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  if (INLINE_HTML.has(name)) return '';
  return OTHER_HTML.has(name) ? ' ' : text;
}
