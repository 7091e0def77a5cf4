import { Fragment, type MarkType, Slice } from 'prosemirror-model';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { withFreshKeys } from '../convert/valid-blocks.ts';
import { type LinkTarget, type LinkTargets, loneAddress } from '../links/link-target.ts';
import { setLink } from '../menus/link-editor.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { cleanHtml, isMarkdown } from './clean-html.ts';
import type { Uploads } from './uploads.ts';

/** What comes from the clipboard, or is dropped: text of any program, Markdown, and files. */
export const paste = (uploads: Uploads, targets: LinkTargets): Plugin =>
  new Plugin({
    props: {
      transformPastedHTML: cleanHtml,
      transformPasted: withoutOwnKeys,
      clipboardTextParser: (text, $context) =>
        $context.parent.type.name === 'code_line' ? codeSlice(text) : textSlice(text),
      handleDOMEvents: {
        focus: () => {
          prepareMarkdown();
          return false;
        },
      },
      handlePaste(view, event) {
        const { clipboardData } = event;
        if (!clipboardData) return false;
        const { $from } = view.state.selection;
        const text = clipboardData.getData('text/plain');
        if ($from.parent.type.name === 'code_line') {
          view.dispatch(view.state.tr.replaceSelection(codeSlice(text)).scrollIntoView());
          return true;
        }
        const html = clipboardData.getData('text/html');
        const files = [...clipboardData.files];
        // Spreadsheets and Word put a picture of what is copied beside it.
        if (files.length > 0 && html === '') return uploads.insert(view, files);
        const address = loneAddress(text);
        if (address !== undefined && canHaveLink(view)) {
          void pasteAddress(view, address, targets);
          return true;
        }
        // Editors of code copy Markdown with HTML that is only its colors.
        const isFromEditor =
          /<meta[^<>]*vscode|data-vscode|class="?CodeMirror/i.test(html) ||
          clipboardData.types.includes('vscode-editor-data');
        if ((html === '' || isFromEditor) && isMarkdown(text)) {
          void pasteMarkdown(view, text);
          return true;
        }
        return false;
      },
      handleDrop(view, event, _slice, isMoved) {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (isMoved || files.length === 0) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        event.preventDefault();
        return uploads.insert(view, files, place?.pos);
      },
    },
  });

/** Whether the selection is in one text, so that it can be a link. */
function canHaveLink({ state: { selection } }: EditorView): boolean {
  const { $from, $to } = selection;
  return $from.sameParent($to) && $from.parent.inlineContent && $from.parent.type.allowsMarkType(linkType);
}

const linkType = schema.marks.link as MarkType;

/** An address becomes a link of what is selected, or one with the title of the page that it is of. */
async function pasteAddress(view: EditorView, address: string, targets: LinkTargets): Promise<void> {
  const { from, to } = view.state.selection;
  const url: LinkTarget = { title: address, detail: '', ref: { kind: 'url', url: address } };
  const { doc } = view.state;
  const page = targets.isOwn(address) ? await targets.recognize(address).catch(() => undefined) : undefined;
  if (view.isDestroyed) return;
  const range = doc === view.state.doc ? { from, to } : view.state.selection;
  setLink(view, range, page ?? url);
}

const PREPARATION_MS = 2000;
type Parser = typeof import('./markdown-blocks.ts');
let parser: Promise<Parser | undefined> | undefined;

/** Undefined if it cannot be loaded. It is tried again the next time. */
function loadParser(): Promise<Parser | undefined> {
  parser ??= import('./markdown-blocks.ts').catch(() => {
    parser = undefined;
    return undefined;
  });
  return parser;
}

/** The parser is as large as the editor, so that it is loaded after it, and before it is needed. */
function prepareMarkdown(): void {
  if (!parser) setTimeout(() => void loadParser(), PREPARATION_MS);
}

/** The parser may arrive a moment later; until then the writer may have gone on. */
async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const bookmark = view.state.selection.getBookmark();
  const before = view.state.doc;
  const markdown = await loadParser();
  if (view.isDestroyed) return;
  const blocks = withFreshKeys(
    markdown ? Fragment.fromArray(markdown.blocksOfMarkdown(text)) : textSlice(text).content,
  );
  const transaction = view.state.tr;
  transaction.setSelection(
    before === view.state.doc ? bookmark.resolve(transaction.doc) : view.state.selection,
  );
  const [only] = blocks.content;
  const isInline = blocks.childCount === 1 && only?.type.name === 'paragraph';
  transaction.replaceSelection(isInline ? new Slice(blocks, 1, 1) : new Slice(blocks, 0, 0));
  const end = transaction.mapping.map(transaction.selection.to);
  transaction.setSelection(
    Selection.near(transaction.doc.resolve(Math.min(end, transaction.doc.content.size)), -1),
  );
  view.dispatch(transaction.scrollIntoView());
}

function textSlice(text: string): Slice {
  const paragraphs = text.split(/(?:\r\n?|\n){2,}/).map((part) => {
    const inline = part
      .split(/\r\n?|\n/)
      .flatMap((line, index) => [
        ...(index > 0 ? [schema.node('hard_break')] : []),
        ...(line === '' ? [] : [schema.text(line)]),
      ]);
    return schema.node('paragraph', { key: newKey() }, inline);
  });
  return new Slice(Fragment.fromArray(paragraphs), 1, 1);
}

function codeSlice(text: string): Slice {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => schema.node('code_line', { key: newKey() }, line === '' ? [] : [schema.text(line)]));
  return new Slice(Fragment.fromArray(lines), 1, 1);
}

/** What is copied within the editor is new where it is pasted. */
const withoutOwnKeys = (slice: Slice): Slice =>
  new Slice(withFreshKeys(slice.content), slice.openStart, slice.openEnd);
