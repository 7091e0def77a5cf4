import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { movePart, removePart } from '../input/parts.ts';
import type { GetPos } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { optionsButton } from '../options/open-options.ts';
import { button, element } from './element.ts';

/** What can be done to a part of a block: its properties, its place among the others, and its removal. */
export function partTools(view: EditorView, getPos: GetPos, node: Node, isHorizontal = false): HTMLElement {
  const block = blockName(node);
  const [back, forward] = isHorizontal ? ['←', '→'] : ['↑', '↓'];
  const bar = element(
    'div',
    { role: 'toolbar', 'aria-label': block, class: 'part-tools', contenteditable: 'false' },
    optionsButton(view, getPos, node),
    button(t('partBack', { block }), back as string, () => movePart(view, getPos, -1)),
    button(t('partForward', { block }), forward as string, () => movePart(view, getPos, 1)),
    button(t('partRemove', { block }), '✕', () => removePart(view, getPos)),
  );
  bar.hidden = !view.editable;
  return bar;
}
