import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, type Plugin } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { uniqueKeys } from './convert/unique-keys.ts';
import { markdownRules } from './input/input-rules.ts';
import { insertChoice } from './input/insert-block.ts';
import { keys } from './input/keymap.ts';
import { slashMenu } from './menus/slash-menu.ts';
import { conflicts } from './views/conflicts.ts';

/** A pause after which typing is undone by itself. */
const NEW_GROUP_MS = 500;

/** The state of a document in the editor, with everything that the editor does. `more`: plugins that need the page. */
export const createEditorState = (doc: Node, more: readonly Plugin[] = []): EditorState =>
  EditorState.create({
    doc,
    plugins: [
      ...more,
      slashMenu(insertChoice),
      markdownRules(),
      ...keys(),
      history({ newGroupDelay: NEW_GROUP_MS }),
      tableEditing(),
      dropCursor({ class: 'drop-cursor', color: false, width: 2 }),
      gapCursor(),
      uniqueKeys(),
      conflicts(),
    ],
  });
