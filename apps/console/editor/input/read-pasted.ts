import { Fragment, type MarkType, Slice } from 'prosemirror-model';
import { Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type LinkTarget, loneAddress } from '../links/link-target.ts';
import { setLink } from '../menus/link-editor.ts';
import { schema } from '../schema/schema.ts';
import { cleanHtml, isMarkdown } from './clean-html.ts';
import { codeBlock, textSlice, withFreshKeys } from './fresh-keys.ts';
import { loadParser } from './markdown-parser.ts';
import type { Pasted, PasteParts } from './pasted.ts';

const linkType = schema.marks.link as MarkType;
const MARKDOWN = new Set(['markdown', 'mdx', 'md']);
const PLAIN = new Set(['plaintext', 'text', 'log']);

/** A chunk of its own: converts the clipboard content of other programs and inserts it at the selection. */
export async function readPasted(
  view: EditorView,
  pasted: Pasted,
  { uploads, targets, position }: PasteParts & { position?: number | undefined },
): Promise<void> {
  const { text, html } = pasted;
  if (position !== undefined) {
    const place = Selection.near(view.state.doc.resolve(position));
    view.dispatch(view.state.tr.setSelection(place));
  }
  const address = loneAddress(text);
  if (address !== undefined && canHaveLink(view)) return pasteAddress(view, address, targets);
  const code = codeOf(pasted);
  if (code) {
    insert(view, Fragment.from(codeBlock(text, code.syntax)));
    return;
  }
  if ((html === '' || pasted.isFromCodeEditor) && isMarkdown(text)) return pasteMarkdown(view, text);
  if (html === '' || pasted.isFromCodeEditor) {
    view.pasteText(text);
    return;
  }
  const { html: clean, files } = cleanHtml(html);
  if (files.length === 0) {
    view.pasteHTML(clean);
    return;
  }
  const ids = await uploads.send(view, files);
  if (view.isDestroyed) return;
  view.pasteHTML(clean.replace(/lectern-upload:(\d+)/g, (_, index) => ids[Number(index)] ?? ''));
}

/** Code that was copied in a code editor, unless it is one line or Markdown. */
function codeOf({ text, codeMode, isFromCodeEditor }: Pasted): { syntax: string | undefined } | undefined {
  const isBlock = isFromCodeEditor && text.trim().includes('\n');
  if (!isBlock) return undefined;
  if (codeMode !== undefined)
    return MARKDOWN.has(codeMode) || PLAIN.has(codeMode)
      ? undefined
      : { syntax: SYNTAXES[codeMode] ?? codeMode };
  return isMarkdown(text) ? undefined : { syntax: undefined };
}

/** Languages that code editors name differently. */
const SYNTAXES: Record<string, string> = {
  shellscript: 'bash',
  typescriptreact: 'tsx',
  javascriptreact: 'jsx',
  jsonc: 'json',
  dockercompose: 'yaml',
};

/** Whether the selection is in one text, so that it can be a link. */
function canHaveLink({ state: { selection } }: EditorView): boolean {
  const { $from, $to } = selection;
  return $from.sameParent($to) && $from.parent.inlineContent && $from.parent.type.allowsMarkType(linkType);
}

/** An address becomes a link of what is selected, or one with the title of the page that it is of. */
async function pasteAddress(
  view: EditorView,
  address: string,
  targets: PasteParts['targets'],
): Promise<void> {
  const { from, to } = view.state.selection;
  const url: LinkTarget = { title: address, detail: '', ref: { kind: 'url', url: address } };
  const { doc } = view.state;
  const page = await targets.recognize(address).catch(() => undefined);
  if (view.isDestroyed) return;
  const range = doc === view.state.doc ? { from, to } : view.state.selection;
  setLink(view, range, page ?? url);
}

/** The parser may still be loading, and the writer may go on meanwhile. */
async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const bookmark = view.state.selection.getBookmark();
  const before = view.state.doc;
  const markdown = await loadParser();
  if (view.isDestroyed) return;
  const blocks = markdown
    ? withFreshKeys(Fragment.fromArray(markdown.blocksOfMarkdown(text)))
    : withFreshKeys(textSlice(text).content);
  const transaction = view.state.tr;
  if (before === view.state.doc) transaction.setSelection(bookmark.resolve(transaction.doc));
  insert(view, blocks, transaction);
}

/** Inserts blocks at the selection. A single paragraph is inserted as text. */
function insert(view: EditorView, blocks: Fragment, transaction: Transaction = view.state.tr): void {
  const only = blocks.childCount === 1 ? blocks.firstChild : null;
  transaction.replaceSelection(
    only?.type.name === 'paragraph' ? new Slice(blocks, 1, 1) : new Slice(blocks, 0, 0),
  );
  const end = transaction.mapping.map(transaction.selection.to);
  transaction.setSelection(
    Selection.near(transaction.doc.resolve(Math.min(end, transaction.doc.content.size)), -1),
  );
  view.dispatch(transaction.scrollIntoView().setMeta('paste', true));
}
