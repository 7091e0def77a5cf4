import { html, type Insertion } from '@lectern/html/html';
import {
  emojiText,
  type Inline,
  type InlineNode,
  type InlineOf,
  type InlineType,
  isText,
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

export const renderInlineNodes = (nodes: readonly InlineNode[], rendering: Rendering): Insertion =>
  nodes.map((node) =>
    isText(node) ? node.leaves.map((leaf) => renderLeaf(leaf, rendering)) : renderInline(node, rendering),
  );

const renderInline = <Type extends InlineType>(
  inline: Inline & { type: Type },
  rendering: Rendering,
): Insertion => COMPONENTS[inline.type](inline as InlineOf<Type>, rendering);
