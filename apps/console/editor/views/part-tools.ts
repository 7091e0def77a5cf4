import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { movePart, removePart } from '../input/parts.ts';
import type { GetPos } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { button, element } from './element.ts';
import { optionsButton } from './options-button.ts';

/** The tools of a part of a block: properties, move, and delete. */
export function partTools(view: EditorView, getPos: GetPos, node: Node, isHorizontal = false): HTMLElement {
  const block = blockName(node);
  const [back, forward] = isHorizontal
    ? (['arrow-left', 'arrow-right'] as const)
    : (['arrow-up', 'arrow-down'] as const);
  const bar = element(
    'div',
    { role: 'toolbar', 'aria-label': block, class: 'part-tools', contenteditable: 'false' },
    optionsButton(view, getPos, node),
    button(t('partBack', { block }), drawIcon(back), () => movePart(view, getPos, -1)),
    button(t('partForward', { block }), drawIcon(forward), () => movePart(view, getPos, 1)),
    button(t('partRemove', { block }), drawIcon('close'), () => removePart(view, getPos)),
  );
  bar.hidden = !view.editable;
  return bar;
}
