import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { GetPos } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { openOptions } from '../options/open-options.ts';
import { button } from './element.ts';

/** A button in a block that opens its properties. */
export function optionsButton(view: EditorView, getPos: GetPos, node: Node): HTMLButtonElement {
  const made = button(t('optionsOf', { block: blockName(node) }), drawIcon('settings'), () => {
    void openOptions(view, getPos, made);
  });
  made.setAttribute('aria-haspopup', 'dialog');
  return made;
}
