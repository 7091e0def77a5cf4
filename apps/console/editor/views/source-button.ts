import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import type { GetPos } from '../options/block-data.ts';
import { button } from './element.ts';

/** A button in a block that opens its Markdown. The editor for it is loaded when it is first wanted. */
export const sourceButton = (view: EditorView, getPos: GetPos): HTMLButtonElement =>
  button(t('editAsMarkdown'), t('editAsMarkdown'), async () => {
    const { editSource } = await import('./source-editor.ts');
    void editSource(view, getPos);
  });
