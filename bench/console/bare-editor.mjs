// The text of a page in ProseMirror with nothing but keys and undo. Runs in a browser.
import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { toEditor } from '../../apps/console/editor/convert/to-editor.ts';

const place = document.body.appendChild(document.createElement('main'));
place.className = 'document';
new EditorView(place, {
  state: EditorState.create({ doc: toEditor(window.__document), plugins: [history(), keymap(baseKeymap)] }),
  attributes: { role: 'textbox', 'aria-label': 'Page content' },
});
