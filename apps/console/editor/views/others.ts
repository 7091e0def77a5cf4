/** The blocks in which others are writing. It is loaded after the editor. */
import { Decoration, type EditorView } from 'prosemirror-view';
import { marksOfPart, type PartSpec, showMarksOfPart } from './marks-of-part.ts';

/** Somebody else, and the handle of the block that their caret is in. */
export interface Other {
  block: string;
  name: string;
}

interface OtherSpec extends Other, PartSpec {}

export function markOthers(view: EditorView, present: readonly Other[]): void {
  const before = marksOfPart(view, 'others').map(({ spec }) => spec as OtherSpec);
  const names = new Map(present.map(({ block, name }) => [block, name]));
  const marks: Decoration[] = [];
  view.state.doc.descendants((node, position) => {
    const block = node.attrs.key as string;
    const name = names.get(block);
    if (name !== undefined) {
      const spec: OtherSpec = { part: 'others', block, name };
      const look = { class: 'with-other', 'data-other': name };
      marks.push(Decoration.node(position, position + node.nodeSize, look, spec));
    }
    return !node.inlineContent;
  });
  const isSame =
    before.length === marks.length &&
    marks.every(({ spec }, index) => {
      const { block, name } = spec as OtherSpec;
      return before[index]?.block === block && before[index]?.name === name;
    });
  if (!isSame) showMarksOfPart(view, 'others', marks);
}
