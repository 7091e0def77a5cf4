import { type Fragment, Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { CellSelection } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { blocksToDocument } from '../convert/to-document.ts';
import { schema } from '../schema/schema.ts';
import { textOfValue } from '../tables/columns.ts';
import { clearCells } from '../tables/table-commands.ts';
import { withFreshKeys } from './fresh-keys.ts';
import { loadedParser } from './markdown-parser.ts';

const SLICE = 'data-lectern-slice';

/** Puts HTML, Markdown and the editor's own format on the clipboard. */
export const copying = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        copy: (view, event) => copy(view, event),
        cut: (view, event) => copy(view, event) && remove(view),
      },
    },
  });

function copy(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state;
  const { target, clipboardData } = event;
  const isField = target instanceof HTMLElement && target.closest('input, textarea') !== null;
  if (isField || !clipboardData || selection.empty) return false;
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  dom.firstElementChild?.setAttribute(SLICE, JSON.stringify(slice.toJSON()));
  clipboardData.clearData();
  clipboardData.setData('text/html', dom.innerHTML);
  const cells = selection instanceof CellSelection ? textOfCells(slice) : markdownOf(slice);
  clipboardData.setData('text/plain', cells ?? text);
  event.preventDefault();
  return true;
}

function remove(view: EditorView): boolean {
  if (clearCells(view.state, view.dispatch)) return true;
  view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'));
  return true;
}

/** Tab-separated values, as spreadsheets paste them. */
function textOfCells({ content }: Slice): string {
  const rows: string[] = [];
  content.descendants((node) => {
    if (node.type.name !== 'table_row') return true;
    const cells: string[] = [];
    node.forEach((cell) => {
      cells.push(
        cell.type.name === 'table_value'
          ? textOfValue(cell.attrs.value)
          : cell.textBetween(0, cell.content.size, ' ', ' '),
      );
    });
    rows.push(cells.join('\t'));
    return false;
  });
  return rows.join('\n');
}

/** Undefined for a part of one text, which is copied as plain text, and while the Markdown writer is not loaded. */
function markdownOf(slice: Slice): string | undefined {
  const first = slice.content.firstChild;
  const isPart = slice.content.childCount === 1 && first?.isTextblock === true && slice.openStart > 0;
  const isPlain = isPart && first.type.name === 'paragraph' && !hasMarks(slice);
  const isCode =
    first?.type.name === 'code_line' || (first?.type.name === 'code_block' && slice.openStart > 0);
  const parser = loadedParser();
  if (!parser || isPlain || isCode) return undefined;
  try {
    const doc = schema.node('doc', null, slice.content);
    doc.check();
    return parser.markdownOf(blocksToDocument(doc)).trimEnd();
  } catch {
    return undefined;
  }
}

function hasMarks(slice: Slice): boolean {
  let has = false;
  slice.content.descendants((node) => {
    has ||= node.marks.length > 0;
  });
  return has;
}

/** Blocks that were copied in the editor, with all of their fields. */
export function ownSlice(html: string): Slice | undefined {
  if (!html.includes(SLICE)) return undefined;
  const template = document.createElement('template');
  template.innerHTML = html;
  const json = template.content.querySelector(`[${SLICE}]`)?.getAttribute(SLICE);
  try {
    const slice = Slice.fromJSON(schema, JSON.parse(json ?? 'null'));
    checkWhole(slice.content, slice.openStart, slice.openEnd);
    return new Slice(withFreshKeys(slice.content), slice.openStart, slice.openEnd);
  } catch {
    return undefined;
  }
}

/** Blocks that were copied as a whole must be complete. */
function checkWhole(content: Fragment, openStart: number, openEnd: number): void {
  for (const [index, node] of content.content.entries()) {
    const isFirst = index === 0 && openStart > 0;
    const isLast = index === content.childCount - 1 && openEnd > 0;
    if (isFirst || isLast) checkWhole(node.content, isFirst ? openStart - 1 : 0, isLast ? openEnd - 1 : 0);
    else node.check();
  }
}
