import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { validBlocks } from './convert/valid-blocks.ts';
import { copying } from './input/copy.ts';
import { dropLine } from './input/drop-line.ts';
import { type EditorParts, partsPlugin } from './input/editor-parts.ts';
import { markdownRules } from './input/input-rules.ts';
import { keys } from './input/keymap.ts';
import { paste } from './input/paste.ts';
import { typeBeside } from './input/type-beside.ts';
import { wholeBlocks } from './input/whole-blocks.ts';
import { linkChecks } from './links/link-checks.ts';
import { annotations } from './menus/annotations.ts';
import { blockHandle } from './menus/block-handle.ts';
import { emojiSuggestions, mentionSuggestions } from './menus/inline-suggestions.ts';
import { editLink } from './menus/link-editor.ts';
import { linkCard } from './menus/show-link-card.ts';
import { slashMenu } from './menus/slash-menu.ts';
import { toolbar } from './menus/toolbar.ts';
import { schema } from './schema/schema.ts';
import { tableColumns } from './tables/table-columns.ts';
import { caretBlocks } from './views/caret-blocks.ts';
import { codeColors } from './views/code-colors.ts';
import { conflicts } from './views/conflicts.ts';
import { lateMarks } from './views/late-marks.ts';
import { textDirection } from './views/text-direction.ts';

/** The pause in typing that starts a new step of the undo history. */
const NEW_GROUP_MS = 500;

const isInLink = ({ selection: { $from } }: EditorState): boolean =>
  schema.marks.link?.isInSet($from.marks()) !== undefined;

/** The editor state of a document, with all plugins. */
export const createEditorState = (doc: Node, parts: EditorParts): EditorState => {
  const { targets, uploads } = parts;
  return EditorState.create({
    doc,
    plugins: [
      partsPlugin(parts),
      slashMenu(parts.offered),
      emojiSuggestions(),
      mentionSuggestions(parts.find.page),
      annotations(),
      paste(uploads, targets),
      copying(),
      uploads.plugin,
      keymap({
        'Mod-k': (_state, _dispatch, view) => {
          // Without selected text, the shortcut opens the search.
          if (!view || (view.state.selection.empty && !isInLink(view.state))) return false;
          void editLink(view);
          return true;
        },
      }),
      toolbar(),
      linkCard(),
      linkChecks(targets),
      blockHandle(),
      ...(parts.leaving ? [parts.leaving] : []),
      wholeBlocks(),
      typeBeside(),
      markdownRules(),
      ...keys(),
      history({ newGroupDelay: NEW_GROUP_MS }),
      tableColumns(),
      // Its handle and Escape select a table as a whole.
      tableEditing({ allowTableNodeSelection: true }),
      dropLine(),
      gapCursor(),
      validBlocks(),
      conflicts(),
      caretBlocks(),
      codeColors(),
      lateMarks(),
      textDirection(),
    ],
  });
};
