import { type Inline, plainText } from '@lectern/markdown/document';
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { typeName } from '../schema/schema.ts';

export type Data = Record<string, unknown>;
export type GetPos = () => number | undefined;

export const dataOf = (node: Node): Data => node.attrs.data as Data;

/** Without the fields that are removed. */
const without = (fields: Data): Data =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export function nodeAt(view: EditorView, getPos: GetPos): Node | undefined {
  const position = getPos();
  return position === undefined ? undefined : (view.state.doc.nodeAt(position) ?? undefined);
}

/** Changes fields in the data of the node at a position. `undefined` removes a field. */
export function setData(view: EditorView, getPos: GetPos, fields: Data): void {
  const position = getPos();
  const node = nodeAt(view, getPos);
  if (position === undefined || !node) return;
  const data = without({ ...dataOf(node), ...fields });
  const { tr } = view.state;
  if (!node.isInline) {
    view.dispatch(tr.setNodeAttribute(position, 'data', data));
    return;
  }
  // The plain text of the block contains what the node shows.
  const json = { object: 'inline', type: typeName(node.type.name), isVoid: true, data };
  const plain = plainText([json as unknown as Inline]);
  view.dispatch(tr.setNodeMarkup(position, undefined, { ...node.attrs, data, plain }, node.marks));
}

/** Changes fields of a block that are not in its data. */
export function setMore(view: EditorView, getPos: GetPos, fields: Data): void {
  const position = getPos();
  const node = nodeAt(view, getPos);
  if (position === undefined || !node) return;
  const more = without({ ...(node.attrs.more as Data), ...fields });
  view.dispatch(view.state.tr.setNodeAttribute(position, 'more', more));
}

/** Finds a node by its handle. */
export const placeOf =
  (view: EditorView, key: unknown): GetPos =>
  () => {
    let found: number | undefined;
    view.state.doc.descendants((node, position) => {
      if (found === undefined && !node.isText && node.attrs.key === key) found = position;
      return found === undefined;
    });
    return found;
  };
