import { type Html, html, type Insertion } from '@lectern/html/html';
import {
  emojiText,
  type Inline,
  type InlineNode,
  type InlineOf,
  type InlineType,
  isText,
  type Leaf,
} from '@lectern/markdown/document';
import { renderIcon } from '../render-icon.ts';
import { renderMath } from '../render-math.ts';
import type { Rendering } from '../rendering.ts';
import { renderAnnotation } from './annotation.ts';
import { renderButton } from './button.ts';
import { renderLeaf, renderMarked } from './leaf.ts';
import { renderLinkInline, renderMention } from './link.ts';
import { renderInlinePicture } from './picture.ts';

type Components = { [Type in InlineType]: (inline: InlineOf<Type>, rendering: Rendering) => Insertion };

const COMPONENTS: Components = {
  link: renderLinkInline,
  mention: renderMention,
  button: renderButton,
  annotation: renderAnnotation,
  'inline-image': renderInlinePicture,
  emoji: ({ data }) => emojiText(data.code),
  icon: ({ data }, rendering) => renderIcon(rendering, data.icon, data.color),
  'inline-math': ({ data }, rendering) => renderMath(rendering, { formula: data.formula, isBlock: false }),
  expression: ({ data, marks = [] }) =>
    renderMarked(html`<code class="expression">${data.expression}</code>`, marks),
};

/** Elements that documents have no mark for. Their tags are leaves without text, and readers see them as authors do. */
const PLAIN_TAG = /^<(\/?)(u|ins|small)(?:\s[^>]*)?>$/i;

export function renderInlineNodes(nodes: readonly InlineNode[], rendering: Rendering): Insertion {
  const open: { name: string; before: Insertion[] }[] = [];
  let shown: Insertion[] = [];
  const addLeaf = (leaf: Leaf): void => {
    const [, slash, tag = ''] = PLAIN_TAG.exec(leaf.text === '' ? (leaf.source ?? '') : '') ?? [];
    shown.push(renderLeaf(leaf, rendering));
    const name = tag.toLowerCase();
    if (name !== '' && slash === '') {
      open.push({ name, before: shown });
      shown = [];
    } else if (name !== '' && open.at(-1)?.name === name) {
      shown = [...(open.pop()?.before ?? []), renderPlain(name, shown)];
    }
  };
  for (const node of nodes) {
    if (isText(node)) node.leaves.forEach(addLeaf);
    else shown.push(renderInline(node, rendering));
  }
  // A tag that is not closed formats nothing.
  return [...open.map(({ before }) => before), shown];
}

const renderPlain = (name: string, shown: Insertion): Html => {
  if (name === 'u') return html`<u>${shown}</u>`;
  return name === 'ins' ? html`<ins>${shown}</ins>` : html`<small>${shown}</small>`;
};

const renderInline = <Type extends InlineType>(
  inline: Inline & { type: Type },
  rendering: Rendering,
): Insertion => COMPONENTS[inline.type](inline as InlineOf<Type>, rendering);
