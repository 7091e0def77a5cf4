import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { movePart, removePart } from '../input/parts.ts';
import type { GetPos } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { controlIcon } from './control-icons.ts';
import { button, element } from './element.ts';
import { optionsButton } from './options-button.ts';

/** The tools of a part of a block: properties, move, and delete. */
export function partTools(view: EditorView, getPos: GetPos, node: Node, isHorizontal = false): HTMLElement {
  const block = blockName(node);
  const [back, forward] = isHorizontal ? (['left', 'right'] as const) : (['up', 'down'] as const);
  const bar = element(
    'div',
    { role: 'toolbar', 'aria-label': block, class: 'part-tools', contenteditable: 'false' },
    optionsButton(view, getPos, node),
    button(t('partBack', { block }), controlIcon(back), () => movePart(view, getPos, -1)),
    button(t('partForward', { block }), controlIcon(forward), () => movePart(view, getPos, 1)),
    button(t('partRemove', { block }), controlIcon('close'), () => removePart(view, getPos)),
  );
  bar.hidden = !view.editable;
  return bar;
}
