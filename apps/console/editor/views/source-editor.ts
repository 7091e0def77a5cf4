/** A chunk of its own: the Markdown of one block, edited in its place. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView as CodeEditor, keymap } from '@codemirror/view';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { type GetPos, nodeAt } from '../options/block-data.ts';
import { element } from './element.ts';

const look = CodeEditor.theme({
  '&': { fontSize: '0.875rem', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', maxHeight: '60vh', overflow: 'auto' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
});

/** Opens the Markdown of a block over it. What is applied is written exactly as it is. */
export async function editSource(view: EditorView, getPos: GetPos): Promise<void> {
  const node = nodeAt(view, getPos);
  const key = node?.attrs.key as string | undefined;
  if (!node || key === undefined) return;
  const parts = partsOf(view.state);
  const source =
    node.type.name === 'source_block' && typeof node.attrs.source === 'string'
      ? node.attrs.source
      : await parts.readSource(key);
  const position = getPos();
  const dom = position === undefined ? null : view.nodeDOM(position);
  if (source === undefined || !(dom instanceof HTMLElement)) {
    parts.announce(t('sourceUnknown'));
    return;
  }
  const host = element('div', { class: 'source-editor-text' });
  const apply = element('button', { type: 'button', class: 'primary' }, t('applyMarkdown'));
  const cancel = element('button', { type: 'button' }, t('cancel'));
  const dialog = element(
    'dialog',
    { class: 'source-editor', 'aria-label': t('editAsMarkdown') },
    host,
    element('div', { class: 'source-editor-tools' }, cancel, apply),
  );
  const root = host.attachShadow({ mode: 'open' });
  const close = (): void => {
    code.destroy();
    dialog.close();
    dialog.remove();
    view.focus();
  };
  const write = (): void => {
    const text = code.state.sliceDoc();
    close();
    if (text !== source) void parts.writeSource(key, text);
  };
  const code = new CodeEditor({
    root,
    parent: root,
    state: EditorState.create({
      doc: source,
      extensions: [
        EditorState.lineSeparator.of(source.includes('\r\n') ? '\r\n' : '\n'),
        history(),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              write();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        CodeEditor.lineWrapping,
        CodeEditor.contentAttributes.of({ 'aria-label': t('blockMarkdown') }),
        look,
      ],
    }),
  });
  apply.addEventListener('click', write);
  cancel.addEventListener('click', close);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // Covers the block, as far as the window has room.
  const box = dom.getBoundingClientRect();
  const { style } = dialog;
  style.insetBlockStart = `${Math.max(8, Math.min(box.top, window.innerHeight - dialog.offsetHeight - 8))}px`;
  style.left = `${Math.max(8, box.left)}px`;
  style.width = `${Math.min(Math.max(box.width, 320), window.innerWidth - 16)}px`;
  code.focus();
}
